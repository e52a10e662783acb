import { join } from 'node:path'
import type { Sandbox } from '#sandbox/start.ts'

/** On the sandbox everything is read thirty times as often, so that a person sees the ledger grow, and all is published. */
const SETTINGS = { CADENCE_DIVISOR: '30', LEDGER_SECONDS: '15', MARKET_INTEGRITY: 'published' } as const

/** Starts the stand-in for the outside world with its data beside the service's. Loaded only where it is asked for. */
export async function startSandboxWorld(dataDir: string): Promise<Sandbox> {
  const { startSandbox } = await import('#sandbox/start.ts')
  const sandbox = await startSandbox({ dataDir: join(dataDir, 'sandbox'), past: true })
  return { ...sandbox, settings: { ...sandbox.settings, ...SETTINGS } }
}

/** One request to a running sandbox's control server. @throws Error with the sandbox's own message */
export async function askSandbox(input: {
  controlUrl: string
  path: string
  body: unknown
}): Promise<unknown> {
  const answer = await fetch(new URL(input.path, input.controlUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input.body),
  })
  const value: unknown = await answer.json()
  if (answer.ok) return value
  const said =
    value !== null && typeof value === 'object' && 'message' in value ? value.message : answer.statusText
  throw new Error(`sandbox: ${String(said)}`)
}
