import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { Contract, ProjectContracts } from '#contract/shapes/contract.ts'
import type { Instant } from '#contract/time.ts'
import { counted } from '#domain/rules/rule.ts'
import { occurred, say } from '../say.ts'

/** The contracts of a project, each with what is measured of it. */
export function contractsClaims({
  project,
  state,
  observedAt,
  items,
  total,
  asOf,
}: ProjectContracts): AgentClaim[] {
  const { slug } = project
  if (items === undefined)
    return [{ kind: 'UNKNOWN', ...say`${slug} contracts: not known (${state}).`, ...reasonOf(state) }]
  const extent =
    state === 'MEASURED' ? 'all deployments of its deployers are read' : `there may be more (${state})`
  return [
    {
      kind: 'FACT',
      ...say`${slug} has ${counted(total ?? items.length, 'recorded contract')}; ${extent}.`,
      ...known({ value: total, observedAt, asOf }),
    },
    ...items.flatMap(contractClaims),
  ]
}

function contractClaims(contract: Contract): AgentClaim[] {
  const { contract: address, role, source, detectedAt, noCodeAt, proxy, interface: methods } = contract
  const { items: implementations = [] } = contract.implementations
  const set = implementations.find(({ implementation }) => implementation === proxy.implementation)
  return [
    {
      kind: 'FACT',
      ...say`Contract ${address}: role ${role}, ${contract.counted ? 'counted' : 'not counted'} as the project's own.`,
      value: { contract: address, role, counted: contract.counted },
      ...(contract.creation.createdAt === undefined ? {} : occurred(contract.creation.createdAt)),
      observedAt: detectedAt,
      evidence: [source.id],
    },
    ...(noCodeAt === undefined ? [] : [withoutCode(contract, noCodeAt)]),
    proxy.kind === undefined
      ? { kind: 'UNKNOWN', ...say`Proxy of ${address}: not known.`, ...reasonOf(proxy.state) }
      : {
          kind: 'FACT',
          ...say`Proxy of ${address}: ${proxy.kind}${proxy.implementation === undefined ? '' : `, implementation ${proxy.implementation}`}.`,
          value: { kind: proxy.kind, ...(proxy.implementation && { implementation: proxy.implementation }) },
          ...known({ observedAt: proxy.observedAt }),
          evidence: [set?.evidenceId ?? source.id],
        },
    sourceClaim(contract),
    methods.functions === undefined
      ? { kind: 'UNKNOWN', ...say`Interface of ${address}: not known.`, ...reasonOf(methods.state) }
      : {
          kind: 'FACT',
          ...say`Interface of ${address}: ${counted(methods.functions, 'function')}.`,
          value: { functions: methods.functions },
          ...known({ observedAt: methods.observedAt }),
          evidence: [methods.evidenceId ?? source.id],
        },
    activityClaim(contract),
  ]
}

/** The claim that the chain has no contract at the address. */
function withoutCode({ contract: address, source }: Contract, observedAt: Instant): AgentClaim {
  return {
    kind: 'FACT',
    ...say`The chain has no contract at ${address}.`,
    observedAt,
    evidence: [source.id],
  }
}

function sourceClaim({
  contract: address,
  source,
  verifiedSource: { state, items, observedAt },
}: Contract): AgentClaim {
  const first = items?.[0]
  if (first === undefined)
    return {
      kind: state === 'MEASURED' ? 'FACT' : 'UNKNOWN',
      ...say`Verified source of ${address}: ${state === 'MEASURED' ? 'none found' : 'not known'}.`,
      ...reasonOf(state),
      ...known({ observedAt }),
      ...(state === 'MEASURED' && { evidence: [source.id] }),
    }
  return {
    kind: 'FACT',
    ...say`Verified source of ${address}: ${first.match} match at ${first.provider}.`,
    value: { match: first.match, provider: first.provider },
    observedAt: first.observedAt,
    evidence: [first.evidenceId],
  }
}

function activityClaim({ contract: address, source, activity }: Contract): AgentClaim {
  const { state, calls, from, to, observedAt, evidence } = activity
  if (calls === undefined || from === undefined || to === undefined)
    return { kind: 'UNKNOWN', ...say`Calls of ${address} in seven days: not known.`, ...reasonOf(state) }
  return {
    kind: 'FACT',
    ...say`Decoded calls of ${address} from ${from} to ${to}: ${calls}.`,
    value: { calls, from, to },
    ...known({ observedAt }),
    evidence: evidence ?? [source.id],
  }
}

/** The reason of a state; a measured part has none. */
export function reasonOf(state: ProjectContracts['state']): Pick<AgentClaim, 'reason'> {
  return state === 'MEASURED' ? {} : { reason: state }
}
