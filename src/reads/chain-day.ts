import { fail } from '#contract/errors.ts'
import { known } from '#contract/known.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { findChainDay } from '#records/reports/chain-day.ts'
import { chainDaySvg } from '#views/history/chain-day.ts'
import type { ReadDeps } from './deps.ts'

/**
 * The SVG picture of a day's counts; of the newest written day where no day is asked for.
 * @throws Failure not_found for a requested day that is not written
 */
export async function readChainDay(
  { day }: Input<'chainDay'>,
  { reader }: ReadDeps,
): Promise<Output<'chainDay'>> {
  const counts = await findChainDay(known({ day }), reader)
  if (counts === undefined && day !== undefined) fail('not_found')
  return chainDaySvg(counts)
}
