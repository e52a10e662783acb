import { Type } from 'typebox'
import type { Output } from '#contract/operations/index.ts'
import { contractsClaims } from '#views/agent/claims/contracts.ts'
import { coverageClaims } from '#views/agent/claims/coverage.ts'
import { dossierClaims } from '#views/agent/claims/dossier.ts'
import { builtOnClaims, relationshipClaims } from '#views/agent/claims/relationships.ts'
import { snapshotClaims } from '#views/agent/claims/snapshot.ts'
import type { AskedName } from '../../protocol.ts'
import { PROJECT } from './arguments.ts'
import { askProject } from './ask-project.ts'
import type { Answered, Tool, ToolCall } from './tool.ts'

/** Each view of a project: the read it asks, as claims. */
const VIEWS = {
  snapshot: viewOf('snapshot', snapshotClaims),
  dossier: viewOf('project', dossierClaims),
  coverage: viewOf('coverage', coverageClaims),
  contracts: viewOf('projectContracts', contractsClaims),
  relationships: viewOf('relationships', relationshipClaims),
  built_on: viewOf('builtOn', builtOnClaims),
}
type View = keyof typeof VIEWS

export const getProject: Tool = {
  name: 'get_project',
  title: 'Get a project',
  description:
    'What is known of one project? View snapshot: what is known now. dossier: sources, statements, ships and score. coverage: what was read and what is unknown, and why. contracts: deployments, proxies, verified source, calls. relationships: what is recorded around it. built_on: what it builds on.',
  input: {
    project: PROJECT,
    view: Type.Unsafe<View>({ type: 'string', enum: Object.keys(VIEWS), default: 'snapshot' }),
  },
  required: ['project'],
  answer: (call) => VIEWS[(call.args['view'] ?? 'snapshot') as View](call),
}

/** Answers a read of a project as claims. */
function viewOf<N extends AskedName>(
  name: N,
  claimsOf: (answer: Output<N>, site: ToolCall['site']) => Answered['claims'],
): (call: ToolCall) => Promise<Answered> {
  return async ({ args, ask, site }) => {
    const { answer, about } = await askProject({ name, words: String(args['project']) }, ask)
    const { disclaimer } = answer as { readonly disclaimer: string }
    return { claims: claimsOf(answer, site), about, disclaimer }
  }
}
