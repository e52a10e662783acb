import { expect, test } from 'vitest'
import type { EvidenceId } from '#contract/ids.ts'
import type { ProjectStatement, Source } from '#domain/evidence.ts'
import { day, sourceOf, streamOf } from '#test/given/build-evidence.ts'
import { address } from '#test/given/ledger-evidence.ts'
import { projectEvidenceOf, statementOf } from '#test/given/project-evidence.ts'
import { conclude, NO_PREVIOUS } from './conclusions.ts'
import { coverageDrafts } from './ground-drafts.ts'

const NOW = day(9)
const TOKEN = address(0xc)
const READ = { from: 0, okTo: 9 }
const of = (kind: Source['kind'], stream: string): Source => ({
  ...sourceOf(kind, kind),
  streams: [streamOf(stream, READ)],
})
const token: Source = { ...of('token', 'proxy'), locator: TOKEN, establishedBy: 'token_identity' }
const site = of('website', 'token_naming')
const repository = of('github_repository', 'repository')
const named = statementOf({ sourceId: site.id, observedAt: NOW })
const quoted: ProjectStatement = { ...named, id: 'claim:quoted', sourceId: null }
const formerly: ProjectStatement = { ...named, id: 'claim:formerly', sourceId: 'source:former' }
const deployed: ProjectStatement = {
  ...named,
  id: 'claim:deployed',
  kind: 'token_deploy_record',
  by: 'repository',
  sourceId: null,
  record: { outcome: 'named', source: repository.id, at: NOW },
}

/** The coverage of the token verification as it is stored, and the verdict. */
function concluded(sources: readonly Source[], claims: readonly ProjectStatement[]) {
  const evidence = projectEvidenceOf({ token: TOKEN, sources: [token, ...sources], claims })
  const { coverage, verification } = conclude({ evidence, previous: NO_PREVIOUS }, NOW)
  const draft = coverageDrafts(evidence, coverage, NOW).find(
    ({ fact }) => fact === 'coverage.token_verification',
  )
  return { draft, verification }
}

test.each<[string, readonly Source[], readonly ProjectStatement[], string, readonly EvidenceId[]]>([
  ['the statement of its site', [site], [quoted, formerly, named], 'MEASURED', [site.id, named.id]],
  ['the site alone that is silent', [site], [quoted, formerly], 'MEASURED', [site.id]],
  ['its repository’s record', [repository], [quoted, deployed], 'MEASURED', [repository.id, deployed.id]],
  ['nothing: a quotation', [], [quoted], 'NO_SOURCE', []],
  ['nothing: a statement of a former site', [], [formerly], 'NO_SOURCE', []],
])('the coverage of the verification cites, beside the token, %s', (_, sources, claims, state, cited) => {
  const { draft } = concluded(sources, claims)
  expect(draft).toMatchObject({
    state,
    evidence: state === 'MEASURED' ? [token.id, ...cited] : [],
    inputs: { sources: [token.id, ...sources.map(({ id }) => id)] },
  })
})

test.each<[string, readonly Source[], string, EvidenceId]>([
  ['no site', [], 'not_checked', token.id],
  ['another site, which is silent', [site], 'site_silent', site.id],
])('the verdict rests on no statement of a former site: %s', (_, sources, reason, cited) => {
  const { claim, inputs } = concluded(sources, [formerly]).verification
  expect(claim).toMatchObject({ value: { status: 'UNVERIFIED', reason }, evidence: [cited] })
  expect(inputs['statements']).toEqual([])
})
