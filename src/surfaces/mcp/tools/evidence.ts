import { Type } from 'typebox'
import { OPERATIONS } from '#contract/operations/index.ts'
import { receiptClaims } from '#views/agent/claims/evidence.ts'
import { receiptCheckClaims } from '#views/agent/claims/receipt-check.ts'
import { argumentsOf } from './arguments.ts'
import type { Tool } from './tool.ts'

const { evidence } = OPERATIONS

export const getEvidence: Tool = {
  name: 'get_evidence',
  title: 'Get evidence',
  description:
    'What is behind an evidence id? The record with its source, its times and its recorded facts. A withdrawn record is no longer evidence.',
  input: argumentsOf(evidence.input.path, ['id'], { id: 'For example ship:<uuid>' }),
  required: ['id'],
  answer: async ({ args, ask }) => {
    const receipt = await ask('evidence', { path: { id: String(args['id']) } })
    return { claims: receiptClaims(receipt) }
  },
}

export const validateReceipt: Tool = {
  name: 'validate_receipt',
  title: 'Validate a research receipt',
  description:
    'Do the records that an agent research receipt cites exist? Checks its form and its references to this service. Nothing is stored or fetched, and the answer is no endorsement. Schema: /schemas/agent-research-receipt.v1.json.',
  input: { receipt: Type.Unsafe({ type: 'object', description: 'The whole receipt' }) },
  required: ['receipt'],
  givenAgain: 'receipt',
  cacheable: 'never',
  answer: async ({ args, ask }) => {
    const check = await ask('validateReceipt', { body: args['receipt'] })
    return { claims: receiptCheckClaims(check) }
  },
}
