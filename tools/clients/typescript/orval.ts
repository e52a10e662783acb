import {
  getAgentCard,
  getCoverage,
  getPartnerCard,
  getProject,
  getProjectDiff,
  getProjectSnapshot,
  getStatus,
  listChanges,
  listProjects,
  lookUpToken,
} from './orval/svc.js'

/** The answer of a successful call. @throws Error with the status of any other */
function dataOf<T extends { readonly status: number }>(answer: T): Extract<T, { status: 200 }> {
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
  return answer as Extract<T, { status: 200 }>
}

/** Calls ten operations. Returns a value of each answer. Orval sends a list as repeated parameters. */
export async function askTen(_: string, slug: string, token: string): Promise<readonly unknown[]> {
  const span = { from: '2026-11-01', to: '2026-11-10' }
  return [
    dataOf(await listProjects({ limit: 1, claims: 'none' })).data.items.length,
    dataOf(await getProject(slug)).data.name,
    dataOf(await getProjectSnapshot(slug)).data.identity.name,
    dataOf(await getCoverage(slug)).data.project.slug,
    dataOf(await getProjectDiff(slug, span)).data.state,
    dataOf(await listChanges({ type: ['build.release'] })).data.items.length,
    dataOf(await getPartnerCard({ token })).data.svc_status,
    dataOf(await lookUpToken(4663, token)).data.status,
    dataOf(await getAgentCard()).data.name,
    dataOf(await getStatus()).data.version,
  ]
}
