import type { Command } from 'commander'
import { examine } from '../checks/doctor.ts'
import { onService } from './operate.ts'
import { printResult } from './print.ts'

/** Adds the command that examines settings, clocks, budgets and providers. It exits with 1 when it finds a problem. */
export function addDoctorCommand(program: Command): void {
  printResult(
    program
      .command('doctor')
      .description(
        'Examine settings, clock, pipelines, budgets, catalogue, and whether each provider answers one request',
      ),
    {
      run: async () => {
        const findings = await onService(examine)
        if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
        return findings
      },
      line: ({ part, state, says }) => `${state.padEnd(8)} ${part}: ${says}`,
    },
  )
}
