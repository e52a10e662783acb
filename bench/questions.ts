import { sql } from 'kysely'
import type { Database } from '#records/database.ts'
import type { Question } from './ask.ts'
import { type Chance, chanceOf } from './chance.ts'

/** The records of a catalogue that questions use as parameters. */
type Known = {
  readonly head: number
  readonly slugs: readonly [string, ...string[]]
  readonly tokens: readonly [string, ...string[]]
  readonly ships: readonly [string, ...string[]]
  readonly listed: number
  readonly listedShips: number
}

/** A kind of question. Each question of the kind has other parameters. */
export type Kind = {
  readonly name: string
  /** The question asks for a part deep inside a list, or passes many events. Its cost may grow with the list. */
  readonly deep?: true
  readonly ask: (known: Known, chance: Chance) => Question
}

const PICKED = 500

/** Every kind of question. */
export const KINDS: readonly Kind[] = [
  {
    name: 'changes, after a cursor',
    ask: ({ head }, { whole }) => changes({ after: `c1.${whole(0, head)}`, limit: 100 }),
  },
  { name: 'changes, newest', ask: () => changes({}) },
  {
    name: 'changes, browsed from a cursor',
    ask: ({ head }, { whole }) => changes({ before: `b1.${whole(1, head)}` }),
  },
  { name: 'changes of a project', ask: ({ slugs }, { pick }) => changes({ project: pick(slugs) }) },
  {
    name: 'changes of a project, in order',
    ask: ({ slugs }, { pick }) => changes({ project: pick(slugs), after: 'c1.0' }),
  },
  {
    name: 'changes of a contract',
    ask: ({ tokens }, { pick }) => changes({ contract: `4663:${pick(tokens)}` }),
  },
  { name: 'changes of a frequent type', ask: () => changes({ type: 'build.release' }) },
  {
    name: 'changes of a frequent type, in order',
    ask: ({ head }, { whole }) => changes({ type: 'build.release', after: `c1.${whole(0, head)}` }),
  },
  // the smallest catalogue has no larger part of it
  { name: 'changes of a rare type', ask: () => changes({ type: 'lock.withdrawn', limit: 10 }) },
  {
    name: 'changes of a rare type, in order',
    ask: ({ head }, { whole }) =>
      changes({ type: 'lock.withdrawn', after: `c1.${whole(0, Math.floor(head / 8))}`, limit: 10 }),
  },
  { name: 'changes of a type without any', ask: () => changes({ type: 'market.volume_spike' }) },
  { name: 'changes of two domains', ask: () => changes({ domain: 'token,lock' }) },
  { name: 'changes that occurred lately', ask: () => changes({ since: '2026-11-18T00:00:00Z' }) },
  { name: 'changes that occurred long ago', ask: () => changes({ until: '2026-02-01T00:00:00Z' }) },
  {
    name: 'changes of months past',
    ask: () => changes({ since: '2026-03-10T10:00:00Z', until: '2026-08-20T10:00:00Z' }),
  },
  {
    name: 'changes of months past, in order',
    deep: true,
    ask: ({ head }, { whole }) =>
      changes({ since: '2026-08-10T10:00:00Z', after: `c1.${whole(0, head)}`, limit: 100 }),
  },
  {
    name: 'changes of a type, long ago',
    ask: () => changes({ type: 'build.release', until: '2026-04-01T00:00:00Z' }),
  },
  {
    name: 'changes of a project, long ago',
    ask: ({ slugs }, { pick }) => changes({ project: pick(slugs), until: '2026-05-01T00:00:00Z' }),
  },
  {
    name: 'changes recorded since',
    ask: (_, { whole }) => changes({ detectedSince: `2026-11-${whole(10, 19)}T10:00:00Z` }),
  },
  {
    name: 'Partner Card',
    ask: ({ tokens }, { pick }) => ({ name: 'builder', query: { token: pick(tokens) } }),
  },
  {
    name: 'scan of a token',
    ask: ({ tokens }, { pick }) => ({ name: 'scan', query: { token: pick(tokens) } }),
  },
  {
    name: 'evidence of a ship',
    ask: ({ ships }, { pick }) => ({ name: 'evidence', path: { id: `ship:${pick(ships)}` } }),
  },
  { name: 'service status', ask: () => ({ name: 'status' }) },
  { name: 'projects, first part', ask: () => projects({}) },
  {
    name: 'projects of a status',
    ask: (_, { pick }) => projects({ status: pick(['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT']) }),
  },
  {
    name: 'projects of a kind and a status',
    ask: (_, { pick }) => projects({ kind: 'game', status: pick(['SHIPPING', 'QUIET']) }),
  },
  {
    name: 'projects with two facts',
    ask: (_, { pick }) => projects({ has: pick(['deployment,verifiedToken', 'ship,liquidity']) }),
  },
  {
    name: 'projects of three filters',
    ask: (_, { pick }) => projects({ kind: 'game', status: pick(['SHIPPING', 'QUIET']), has: 'release' }),
  },
  {
    name: 'projects of a status by market cap',
    ask: (_, { pick }) => projects({ status: pick(['SHIPPING', 'DORMANT']), sort: 'marketCap' }),
  },
  { name: 'projects by market cap', ask: () => projects({ sort: 'marketCap' }) },
  { name: 'projects, most active', ask: () => projects({ tab: 'most-active' }) },
  { name: 'projects, new', ask: () => projects({ tab: 'new-on-hey' }) },
  {
    name: 'projects, any of the first twenty parts',
    ask: (_, { whole }) => projects({ offset: 24 * whole(0, 19) }),
  },
  {
    name: 'projects of a launchpad',
    ask: () => projects({ launchpad: 'hey' }),
  },
  { name: 'projects, offset 800', ask: () => projects({ offset: 800 }) },
  {
    name: 'projects, at the middle',
    deep: true,
    ask: ({ listed }) => projects({ offset: Math.floor(listed * 0.5) }),
  },
  {
    name: 'projects, at nine tenths',
    deep: true,
    ask: ({ listed }) => projects({ offset: Math.floor(listed * 0.9) }),
  },
  {
    name: 'projects by name',
    ask: ({ slugs }, { pick }) => projects({ q: pick(slugs).replaceAll('-', ' ') }),
  },
  {
    name: 'projects by a common word',
    ask: (_, { pick }) => projects({ q: pick(['amber', 'bridge', 'bright']) }),
  },
  {
    name: 'projects by two common words',
    ask: (_, { pick }) => projects({ q: pick(['bright bridge', 'calm ledger', 'amber lantern']) }),
  },
  {
    name: 'suggestions for two words',
    ask: (_, { pick }) => ({ name: 'suggest', query: { q: pick(['bright bri', 'calm led', 'amber lan']) } }),
  },
  {
    name: 'suggestions',
    ask: ({ slugs }, { pick, whole }) => ({
      name: 'suggest',
      query: { q: pick(slugs).slice(0, whole(3, 9)) },
    }),
  },
  { name: 'ships, newest', ask: () => ({ name: 'ships' }) },
  {
    name: 'ships of a project',
    ask: ({ slugs }, { pick }) => ({ name: 'ships', query: { project: pick(slugs) } }),
  },
  {
    name: 'ships of a kind',
    ask: (_, { pick }) => ({ name: 'ships', query: { kind: pick(['feature', 'deployment', 'release']) } }),
  },
  {
    name: 'ships of a month past',
    ask: (_, { whole }) => {
      const month = `2026-0${whole(1, 8)}`
      return { name: 'ships', query: { since: `${month}-01`, until: `${month}-28` } }
    },
  },
  { name: 'ships, offset 800', ask: () => ({ name: 'ships', query: { offset: 800 } }) },
  {
    name: 'ships, at any offset',
    deep: true,
    ask: ({ listedShips }, { whole }) => ({ name: 'ships', query: { offset: whole(1000, listedShips) } }),
  },
  { name: 'dossier', ask: ({ slugs }, { pick }) => ({ name: 'project', path: { slug: pick(slugs) } }) },
  { name: 'snapshot', ask: ({ slugs }, { pick }) => ({ name: 'snapshot', path: { slug: pick(slugs) } }) },
  { name: 'timeline', ask: ({ slugs }, { pick }) => ({ name: 'timeline', path: { slug: pick(slugs) } }) },
  {
    name: 'timeline, of ships before a time',
    ask: ({ slugs, ships }, { pick }) => ({
      name: 'timeline',
      path: { slug: pick(slugs) },
      query: { lens: 'ship', before: `t1.1790000000000000.ship:${pick(ships)}` },
    }),
  },
  {
    name: 'explanation',
    ask: ({ slugs }, { pick }) => ({
      name: 'explain',
      path: { slug: pick(slugs) },
      query: { fact: pick(['market.valuation', 'activity.status', 'build.momentum']) },
    }),
  },
  {
    name: 'index of facts',
    ask: ({ slugs }, { pick }) => ({ name: 'explain', path: { slug: pick(slugs) } }),
  },
  { name: 'coverage', ask: ({ slugs }, { pick }) => ({ name: 'coverage', path: { slug: pick(slugs) } }) },
  {
    name: 'token lookup',
    ask: ({ tokens }, { pick }) => ({ name: 'token', path: { chainId: '4663', address: pick(tokens) } }),
  },
  {
    name: 'contract',
    ask: ({ tokens }, { pick }) => ({ name: 'contract', path: { chainId: '4663', address: pick(tokens) } }),
  },
  {
    name: 'contracts of a project',
    ask: ({ slugs }, { pick }) => ({ name: 'projectContracts', path: { slug: pick(slugs) } }),
  },
  { name: 'built on', ask: ({ slugs }, { pick }) => ({ name: 'builtOn', path: { slug: pick(slugs) } }) },
  {
    name: 'relationships',
    ask: ({ slugs }, { pick }) => ({ name: 'relationships', path: { slug: pick(slugs) } }),
  },
]

function changes(query: Question['query'] & object): Question {
  return { name: 'changes', query }
}

function projects(query: Question['query'] & object): Question {
  return { name: 'projects', query }
}

/** Picks the records of a catalogue that questions use. They are the same in each run. */
export async function knownOf(database: Database): Promise<Known> {
  const head = await database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  const published = sql`projects where state = 'published'`
  const listed = await sql<{ n: number }>`select count(*) as n from ${published}`.execute(database)
  const ships = await sql<{ n: number }>`select count(*) as n from ships where withdrawn_at is null
    and project_id in (select id from ${published})`.execute(database)
  return {
    head: head.head,
    listed: listed.rows[0]?.n ?? 0,
    listedShips: ships.rows[0]?.n ?? 0,
    slugs: await pickFrom(sql`select slug::text as value from ${published}`, database),
    tokens: await pickFrom(
      sql`select address::text as value from tokens where project_id in (select id from ${published})`,
      database,
    ),
    ships: await pickFrom(
      sql`select id::text as value from ships where project_id in (select id from ${published})`,
      database,
    ),
  }
}

async function pickFrom(
  from: ReturnType<typeof sql>,
  database: Database,
): Promise<readonly [string, ...string[]]> {
  const { rows } = await sql<{ value: string }>`
    select value from (${from}) as candidate order by md5(value) limit ${PICKED}`.execute(database)
  const [first, ...rest] = rows.map(({ value }) => value)
  if (first === undefined) throw new Error('The catalogue has no published record: expected at least one')
  return [first, ...rest]
}

/** The random numbers that choose the parameters of a kind. */
export function chanceFor(kind: Kind): Chance {
  return chanceOf(`question:${kind.name}`)
}
