import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COLLECTORS } from '#collectors/index.ts'
import type { Instant } from '#contract/time.ts'
import { rankProjects } from '#evaluate/rank.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runSignals } from '#evaluate/signals.ts'
import { runLedger } from '#ledger/write.ts'
import { applyCatalogue } from '#operator/catalogue.ts'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { attachExplorers } from '#records/contracts/explorers.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { markForEvaluation, markForLedger } from '#records/project/work.ts'
import { saveShips, withdrawShips } from '#records/ships/ships.ts'
import { RUNS_DAYS_BEFORE, runAt, type SampleProject } from './sample-projects.ts'
import { readMarkets, readRegistries, readStreams } from './sample-readings.ts'
import {
  fileOf,
  LOCKER,
  saveFirstReadings,
  saveIdentity,
  saveLaterReadings,
  sourceIdOf,
} from './sample-records.ts'
import { type PlannedShip, plannedShips } from './sample-ships.ts'

type Sample = { readonly projects: readonly SampleProject[]; readonly shipsEach: number }

/**
 * Runs the service over the sample. At each run, records change and are saved as collectors save them. Then the service
 * finds signals, evaluates, ranks and writes its ledger.
 */
export async function runSample(sample: Sample, database: Database): Promise<void> {
  const ships = sample.projects.flatMap((project) =>
    plannedShips(project, {
      sourceId: sourceIdOf(project, 'github_repository', project.repository?.locator ?? ''),
      count: Math.max(1, Math.round(sample.shipsEach * project.chance.skewed())),
    }),
  )
  for (const run of RUNS_DAYS_BEFORE.keys()) {
    const now = runAt(run)
    await moveProjects(sample.projects, run, database)
    const joined = sample.projects.filter(({ joins }) => joins <= run)
    await inTransaction(database, (writer) => readWorld({ joined, ships, run }, writer))
    await runService(now, database)
  }
}

async function moveProjects(
  projects: readonly SampleProject[],
  run: number,
  database: Database,
): Promise<void> {
  const deps = { database, now: runAt(run), lockers: [LOCKER] }
  const joining = projects.filter(({ joins }) => joins === run)
  if (joining.length > 0) await applyFiles(joining, deps)
  for (const { slug, hidden, renamed, state } of projects) {
    if (state === 'draft') continue
    if (renamed?.at === run) await renameProject({ slug, newSlug: renamed.slug }, deps)
    if (hidden?.from === run) await hideProject({ slug }, deps)
    if (hidden?.to === run) await publishProject({ slug }, deps)
  }
}

async function applyFiles(
  projects: readonly SampleProject[],
  deps: Parameters<typeof applyCatalogue>[1],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sample-'))
  try {
    for (const project of projects) {
      await writeFile(join(folder, `${project.slug}.yaml`), JSON.stringify(fileOf(project), null, 2))
    }
    await applyCatalogue(folder, deps)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readWorld(
  { joined, ships, run }: { joined: readonly SampleProject[]; ships: readonly PlannedShip[]; run: number },
  writer: Writer,
): Promise<void> {
  const now = runAt(run)
  const joining = joined.filter(({ joins }) => joins === run)
  for (const project of joining) await saveIdentity(project, now, writer)
  await attachExplorers({ providers: ['blockscout', 'sourcify'], now }, writer)
  await ensureStreams({ specs: COLLECTORS }, writer)
  await readStreams(joined, run, writer)
  await readMarkets(joined, run, writer)
  await readRegistries(joined, run, writer)
  for (const project of joining) await saveFirstReadings(project, now, writer)
  for (const project of joined.filter(({ joins }) => joins < run))
    await saveLaterReadings(project, run, writer)
  await readShips(ships, run, writer)
  const projectIds = joined.map(({ id }) => id)
  await markForEvaluation({ projectIds, now }, writer)
  await markForLedger({ projectIds, now }, writer)
}

async function readShips(ships: readonly PlannedShip[], run: number, writer: Writer): Promise<void> {
  const now = runAt(run)
  const read = ships.flatMap(({ draft, ...plan }) => {
    if (plan.readAt === run) return [draft]
    if (plan.retitledAt === run) return [{ ...draft, title: `${draft.title}, corrected` }]
    return plan.promotedAt === run
      ? [{ ...draft, kind: 'release' as const, facts: { ...draft.facts, prerelease: false } }]
      : []
  })
  await saveShips({ ships: read, now }, writer)
  for (const { draft } of ships.filter(({ deletedAt }) => deletedAt === run)) {
    const { sourceId, naturalKey } = draft
    await withdrawShips({ sourceId, naturalKeys: [naturalKey], reason: 'release deleted', now }, writer)
  }
}

async function runService(now: Instant, database: Database): Promise<void> {
  const { signal } = new AbortController()
  const clock = () => now
  await runSignals({ signal }, { database, clock })
  await evaluateDue({ signal }, { database, clock })
  await rankProjects({ signal }, { database, clock })
  await evaluateDue({ signal }, { database, clock })
  await runLedger({ now }, { database })
}
