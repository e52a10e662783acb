import { join } from 'node:path'
import { noAnswerReasonOf } from '#contract/error-message.ts'
import { refuse } from '#operator/refusal.ts'
import type { Sandbox } from '#sandbox/start.ts'
import type { Service } from './service.ts'

/** The sandbox reads thirty times as often, so that a person sees the ledger grow. It publishes integrity too. */
const SETTINGS = { CADENCE_DIVISOR: '30', LEDGER_SECONDS: '15', MARKET_INTEGRITY: 'published' } as const

/**
 * Starts the sandbox with its data in `dataDir/sandbox`, in a thread of its own. The import is dynamic, so that
 * production never loads it.
 */
export async function startSandboxWorld(dataDir: string): Promise<Sandbox> {
  const { startSandboxThread } = await import('#sandbox/thread-start.ts')
  const sandbox = await startSandboxThread({ dataDir: join(dataDir, 'sandbox'), past: true })
  return { ...sandbox, settings: { ...sandbox.settings, ...SETTINGS } }
}

/** The address of the control server. @throws Refusal on a service without a sandbox */
export function controlOf(service: Service): string {
  if (service.config.production || service.sandboxControlUrl === undefined)
    refuse('This service does not run on the sandbox: expected one that npm start started')
  return service.sandboxControlUrl
}

/** The error for a request that the sandbox refuses, with the sandbox's message. Nothing was changed. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
}

/** Sends one request to a running sandbox's control server. @throws SandboxRefusal with the sandbox's message */
export async function requestSandbox(input: {
  controlUrl: string
  path: string
  body: unknown
}): Promise<unknown> {
  const answer = await fetch(new URL(input.path, input.controlUrl), {
    method: 'POST',
    // A connection that is kept can be closed by the server while the next request is on its way.
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(input.body),
  }).catch((error: unknown) =>
    refuse(
      `The sandbox does not answer at ${input.controlUrl} (${noAnswerReasonOf(error)}): start it with npm start`,
    ),
  )
  const value: unknown = await answer.json()
  if (answer.ok) return value
  const message =
    value !== null && typeof value === 'object' && 'message' in value ? value.message : answer.statusText
  throw new SandboxRefusal(`sandbox: ${String(message)}`)
}
