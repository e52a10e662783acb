import { OPERATIONS } from '#contract/operations/index.ts'
import { requiredArgument } from '#contract/parameters/tool-arguments.ts'
import { receiptClaims } from '#views/agent/claims/evidence.ts'
import { readEvidence } from '../../evidence.ts'
import { defineTool } from '../tool.ts'

export const getEvidence = defineTool({
  name: 'get_evidence',
  title: 'Get evidence',
  description:
    'What is behind an evidence id? The record with its source, its times and its recorded facts. A withdrawn record is no longer evidence.',
  input: {
    id: requiredArgument(OPERATIONS.evidence.input.path.id, { description: 'For example ship:<uuid>' }),
  },
  async answer({ input: { id } }, deps) {
    const receipt = await readEvidence({ id }, deps)
    return { claims: receiptClaims(receipt) }
  },
})
