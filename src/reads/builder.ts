import { fail } from '#contract/errors.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { loadCardEvidence } from '#records/project/card-evidence.ts'
import { partnerCard } from '#views/cards/partner-card.ts'
import { partnerCardText, type TextForm } from '#views/cards/partner-card-text.ts'
import { scanAddress } from '#views/site/links.ts'
import type { PositionedDeps } from './deps.ts'

export async function readBuilder(input: Input<'builder'>, deps: PositionedDeps): Promise<Output<'builder'>> {
  const { record, position } = await loadCardEvidence(input.token, deps.reader)
  deps.sawPosition?.(position)
  if (record === undefined) {
    fail('not_found', {
      message: 'No published project has this contract as its token.',
      scanUrl: scanAddress(input.token, deps.site),
    })
  }
  return partnerCard({ address: input.token, integration: input.integration, record }, deps)
}

export async function readBuilderText(
  input: Input<'builder'> & { readonly form: TextForm },
  deps: PositionedDeps,
): Promise<string> {
  return partnerCardText(await readBuilder(input, deps), input.form)
}
