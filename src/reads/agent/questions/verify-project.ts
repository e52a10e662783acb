import { verifiedAnswer } from '#views/agent/answers/verified.ts'
import { readProject } from '../../project.ts'
import { readSnapshot } from '../../snapshot.ts'
import { type Capability, queryOf, requireProject } from '../capability.ts'

const VERIFIED = 'verify, verified, official, genuine, token of'
/** Words that ask for a verdict. No answer gives a verdict; a verification states what the service recorded. */
const VERDICT =
  'fake, scam, rug, rugpull, legit, legitimate, trust, trusted, trustworthy, safe, audit, audited'

export const verifyProject: Capability = {
  name: 'verify_project',
  title: 'Verify the token of a project',
  description: 'Whether a project itself names a token, and how far the project is verified',
  address: '/api/agent/verify_project?contract={contract}',
  parameters: ['project', 'contract'],
  tags: ['verification', 'tokens', 'contracts'],
  examples: ['Verify 0x1111111111111111111111111111111111111111', 'Is Lumen verified?'],
  words: {
    named: `${VERIFIED}, ${VERDICT}`,
    answered: [VERIFIED, 'token, tokens, ticker, address, real, sources, why', /\bhow(?! many| much)\b/],
  },
  async answer(input, deps) {
    // With both, the question is whether they belong together. A contract of another project is then no error.
    const { contract, project } = input
    const { words } = verifyProject
    const named = await requireProject(project === undefined ? input : { project }, { ...deps, words })
    const of = { slug: named.slug }
    const snapshot = deps.checked('snapshot', await readSnapshot(of, deps))
    const dossier = deps.checked('project', await readProject(of, deps))
    const query = queryOf(input, named)
    const answer = verifiedAnswer({ named, query, snapshot, dossier, contract }, deps.site)
    return { answer, named: [named] }
  },
}
