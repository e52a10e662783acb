import { CHANGE_TYPES, type ChangeType, refusedType, subscribableTypes } from '#contract/events.ts'
import type { Cursor } from '#contract/ids.ts'
import { cursorOf, parseCursor } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { refuse } from '#operator/refusal.ts'
import { checkpointAfter, type ForwardCheckpoint, forwardChanges } from '#webhooks/forward.ts'
import { openChangesReader, postAnywhere, readLedgerHead } from '#webhooks/forward-http.ts'
import { randomSecret } from '#webhooks/sign.ts'
import { readConfig } from '../config.ts'
import { httpUrl } from '../instance/http-url.ts'
import { serviceUrl } from '../instance/service-url.ts'
import { findForwardCheckpoint, type Route, saveForwardCheckpoint } from './forward-checkpoint.ts'

/** Allows integrity events. The ledger has them only where the deployment publishes them. */
const PUBLISHES = { marketIntegrity: true } as const

export type ListenOptions = {
  readonly forward: string
  readonly url?: string
  readonly after?: string
  readonly types?: string
  readonly secret?: string
}

/** Forwards the changes of a service to an address until the signal. @throws Refusal for an option that is not valid */
export async function listenForWebhooks(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const types = typesOf(options.types)
  const secret = secretOf(options.secret)
  const route = await routeOf(options)
  const from = await checkpointFrom(route, options)
  const { url, forward } = route
  console.log(`secret: ${secret}`)
  console.log(`forwarding ${url}/api/changes?after=${from.after} to ${forward}`)
  await forwardChanges(
    { from, types, url: forward, secret, signal },
    {
      readList: openChangesReader(url),
      post: postAnywhere,
      print: (line) => console.log(line),
      save: (checkpoint) => saveForwardCheckpoint(route, checkpoint),
      now: () => toInstant(new Date().toISOString()),
    },
  )
}

async function routeOf(options: ListenOptions): Promise<Route> {
  const { dataDir } = readConfig()
  const url = await serviceUrl(options.url)
  return { dataDir, url, forward: httpUrl('--forward', options.forward) }
}

/** The checkpoint to begin at: after the cursor of `--after`, where the last run stopped, or at the newest change. */
async function checkpointFrom(route: Route, { after }: ListenOptions): Promise<ForwardCheckpoint> {
  if (after !== undefined) return checkpointAfter(syncCursor(after))
  const stored = await findForwardCheckpoint(route)
  if (stored !== undefined) return stored
  const head = await readLedgerHead(route.url)
  return typeof head === 'string' ? checkpointAfter(head) : refuse(`${route.url}/api/status: ${head.problem}`)
}

function syncCursor(text: string): Cursor {
  const cursor = parseCursor(text)
  if (cursor?.mode !== 'sync') refuse(`Invalid --after "${text}": expected a cursor such as c1.0`)
  return cursorOf(cursor.position)
}

/** The types to forward: the listed ones, or all. @throws Refusal naming a type that is never delivered */
function typesOf(list: string | undefined): readonly ChangeType[] {
  if (list === undefined) return subscribableTypes(PUBLISHES)
  return list.split(',').map((type) => {
    const refused = refusedType(type, PUBLISHES)
    if (refused !== undefined) refuse(`Invalid --types: ${type}: ${refused.message}`)
    return (
      CHANGE_TYPES.find((known) => known === type) ?? refuse(`Invalid --types: ${type}: expected event types`)
    )
  })
}

function secretOf(given: string | undefined): string {
  if (given === undefined) return randomSecret()
  if (!/^whsec_[\x21-\x7e]{16,200}$/.test(given))
    refuse('Invalid --secret: expected whsec_ and 16 to 200 visible ASCII characters')
  return given
}
