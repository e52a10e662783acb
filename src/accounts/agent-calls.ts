import { LIMITS } from '#contract/limits.ts'
import type { AgentSurface } from '#contract/shapes/agent-stats.ts'
import { dateOf } from '#contract/time.ts'
import type { DayOfCapability, DayOfIntegration } from '#domain/agent-calls.ts'
import { addAgentCalls, OTHER_INTEGRATIONS } from '#records/accounts/agent-calls.ts'
import { inTransaction } from '#records/database.ts'
import { type CounterDeps, PeriodicWrite } from './periodic-write.ts'

const FLUSH_MS = 2_000

/**
 * An answered call of an agent. `capability` is a name of the service, never a word of the caller; `integration` is
 * what the caller declares itself to be.
 */
export type AgentCall = {
  readonly surface: AgentSurface
  readonly capability: string
  readonly integration: string | null
}

/** Counts a call. It never fails and never waits. */
export type CountCall = (call: AgentCall) => void

/** The rows to add with the next write, each by its day and name. */
type Pending<Row> = Map<string, Row>

/**
 * Counts the calls of agents by day and writes them every two seconds. A killed process loses what it counted since the
 * last write. It keeps at most `LIMITS.agentIntegrations` names of integrations; the rest counts as `other`.
 */
export class AgentCallCounter extends PeriodicWrite {
  readonly #deps: CounterDeps
  #capabilities: Pending<DayOfCapability> = new Map()
  #integrations: Pending<DayOfIntegration> = new Map()

  constructor(deps: CounterDeps) {
    super({ everyMs: FLUSH_MS, name: 'the calls of agents' }, deps.logger)
    this.#deps = deps
  }

  readonly count: CountCall = ({ surface, capability, integration }) => {
    const day = dateOf(this.#deps.clock.now())
    add(this.#capabilities, { day, surface, capability, calls: 1 })
    if (integration !== null) addIntegration(this.#integrations, { day, integration, calls: 1 })
  }

  protected override async write(): Promise<void> {
    const capabilities = this.#capabilities
    const integrations = this.#integrations
    if (capabilities.size === 0) return
    this.#capabilities = new Map()
    this.#integrations = new Map()
    try {
      await inTransaction(this.#deps.database, (writer) =>
        addAgentCalls(
          {
            capabilities: [...capabilities.values()],
            integrations: [...integrations.values()],
            names: LIMITS.agentIntegrations,
          },
          writer,
        ),
      )
    } catch (cause) {
      for (const row of this.#capabilities.values()) add(capabilities, row)
      for (const row of this.#integrations.values()) addIntegration(integrations, row)
      this.#capabilities = capabilities
      this.#integrations = integrations
      throw cause
    }
  }
}

function add<Row extends { readonly calls: number }>(pending: Pending<Row>, row: Row): void {
  const found = pending.get(keyOf(row))
  pending.set(keyOf(row), found === undefined ? row : { ...row, calls: found.calls + row.calls })
}

/** Counts an integration by its name while there is room for names, then as `other`. */
function addIntegration(pending: Pending<DayOfIntegration>, row: DayOfIntegration): void {
  const hasRoom = pending.size < LIMITS.agentIntegrations || pending.has(keyOf(row))
  add(pending, hasRoom ? row : { ...row, integration: OTHER_INTEGRATIONS })
}

function keyOf({ calls: _, ...counted }: { readonly calls: number }): string {
  return Object.values(counted).join(' ')
}
