import { receiptCheckClaims } from '#views/agent/claims/receipt-check.ts'
import { readReceiptValidation } from '../../validate-receipt.ts'
import { defineTool } from '../tool.ts'

export const validateReceipt = defineTool({
  name: 'validate_receipt',
  title: 'Validate a research receipt',
  description:
    'Do the records that an agent research receipt cites exist? Checks its form and its references to this service. Nothing is stored or fetched, and the answer is no endorsement. Schema: /schemas/agent-research-receipt.v1.json.',
  input: {},
  body: { name: 'receipt', description: 'The whole receipt' },
  givenAgain: 'receipt',
  minutely: 'validate',
  async answer({ body }, deps) {
    if (body === undefined) throw new Error('a call without its receipt was answered')
    const check = await readReceiptValidation({ body }, deps)
    return { claims: receiptCheckClaims(deps.checked('validateReceipt', check)) }
  },
})
