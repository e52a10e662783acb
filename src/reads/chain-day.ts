import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { addDays, dateOf } from '#contract/time.ts'
import { findFirstDay, getChainDay } from '#records/reports/chain-day.ts'
import { chainDaySvg } from '#views/chain-day.ts'
import type { ReadDeps } from './deps.ts'

/** @throws Failure not_found for a day that has not ended, or before the first publication */
export async function readChainDay(
  input: Input<'chainDay'>,
  { reader, now }: ReadDeps,
): Promise<Output<'chainDay'>> {
  const last = addDays(dateOf(now), -1)
  const day = input.day === undefined ? last : input.day
  if (input.day !== undefined) {
    const first = await findFirstDay(reader)
    if (first === undefined || day < dateOf(first) || day > last) fail('not_found')
  }
  return chainDaySvg(await getChainDay(day, reader))
}
