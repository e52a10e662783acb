import { Gauge, type Registry } from 'prom-client'
import type { ReadSources } from '#records/standbys/read-sources.ts'

/** Measures the standbys that this process reads from. A lag that is unknown has no value. */
export function measureStandbys({ standbys }: Pick<ReadSources, 'standbys'>, registers: Registry[]): void {
  new Gauge({
    name: 'svc_standby_in_service',
    help: 'Whether answers are read from a standby, by its host and port',
    labelNames: ['standby'],
    registers,
    collect() {
      this.reset()
      for (const { name, inService } of standbys()) this.set({ standby: name }, inService ? 1 : 0)
    },
  })
  new Gauge({
    name: 'svc_standby_lag_seconds',
    help: 'How far a standby is behind the primary, by its host and port',
    labelNames: ['standby'],
    registers,
    collect() {
      this.reset()
      for (const { name, lagMs } of standbys())
        if (lagMs !== undefined) this.set({ standby: name }, lagMs / 1000)
    },
  })
}
