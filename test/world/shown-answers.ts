import { expect } from 'vitest'
import type { World } from './world.ts'
import { type Change, readsOf } from './world-reads.ts'

export type Body = Readonly<Record<string, unknown>>
type Answers = readonly (readonly [path: string, body: Body])[]

/** The dossier and the cards of some projects. */
export type ShownCards = {
  readonly dossiers: Answers
  readonly cards: Answers
  readonly scans: Answers
}
/** The answers about some projects, on every surface whose claims cite evidence. */
export type Shown = ShownCards & {
  readonly ships: readonly Body[]
  /** The newest revision of each change. */
  readonly changes: readonly Change[]
}

export const bodyOf = (value: unknown) => value as Body
export const listOf = (value: unknown) => (value === undefined ? [] : (value as readonly Body[]))

/** Reads an answer, and expects a 200. */
export async function readBody(path: string, world: World): Promise<Body> {
  const { status, body } = await world.get(path)
  expect([path, status]).toEqual([path, 200])
  return body
}

/** Reads the dossier and the cards of the named projects, or of all. */
export async function readCards(world: World, slugs?: readonly string[]): Promise<ShownCards> {
  const asked = async (paths: readonly string[]): Promise<Answers> => {
    const answers: [string, Body][] = []
    for (const path of paths) answers.push([path, await readBody(path, world)])
    return answers
  }
  const listed = (await itemsOf('/api/projects?claims=none', world)).filter(
    ({ slug }) => slugs === undefined || slugs.includes(String(slug)),
  )
  const contracts = listed.flatMap(({ token }) => (token === undefined ? [] : [bodyOf(token)['contract']]))
  return {
    dossiers: await asked(listed.map(({ slug }) => `/api/projects/${slug}`)),
    cards: await asked(contracts.map((contract) => `/api/v1/builder?token=${contract}`)),
    scans: await asked(contracts.map((contract) => `/api/v1/scan?token=${contract}`)),
  }
}

/** Reads all answers about the named projects, or about all. */
export async function readShown(world: World, slugs?: readonly string[]): Promise<Shown> {
  const ships: Body[] = []
  const changes = new Map<string, Change>()
  for (const slug of slugs ?? [undefined]) {
    const filter = slug === undefined ? '' : `&project=${slug}`
    ships.push(...(await itemsOf(`/api/ships?since=2000-01-01${filter}`, world)))
    for (const change of await readsOf(world).changesAfter('c1.0', slug)) changes.set(change.id, change)
  }
  return { ...(await readCards(world, slugs)), ships, changes: [...changes.values()] }
}

/** Every entry of a list. */
async function itemsOf(path: string, world: World): Promise<readonly Body[]> {
  const entries: Body[] = []
  for (let offset: unknown = 0; offset !== null; ) {
    const body = await readBody(`${path}&limit=48&offset=${offset}`, world)
    entries.push(...listOf(body['items']))
    offset = body['nextOffset']
  }
  return entries
}
