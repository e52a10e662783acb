import type { Contract } from '#contract/shapes/contract.ts'
import { verifiedAt } from '#views/token/contract-text.ts'
import { isOtherToken, OTHER_TOKEN } from '#views/token/text.ts'
import { isPastTolerance, listWords } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { missing, recorded, unvalued } from '../basis.ts'
import { address } from '../components/address.ts'
import { clock, day } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { section } from '../components/section.ts'
import { type Column, table } from '../components/table.ts'
import { unknownMark } from '../components/unknown.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { noted } from './introduction.ts'

/** The contracts of the project, each with how well it is read. */
export function contractsOf({ contracts, dossier }: ProjectAnswers, sheet: Sheet): Html {
  const { items = [] } = contracts
  const { contracts: contractCoverage } = dossier.coverage
  const body =
    items.length === 0
      ? html`<p>No contract is listed.</p>`
      : table({ caption: 'Contracts of the project', columns: columnsOf(sheet), rows: items })
  return section(
    {
      id: 'contracts',
      title: 'Contracts',
      answers: 'Which contracts are the project’s, since when, and is their source public?',
      ...(contractCoverage !== undefined && {
        coverage: { dimension: 'contracts', ...contractCoverage, isEvaluated: dossier.asOf !== undefined },
      }),
      body: html`${body}${furtherOf(contracts, sheet)}<p class="links"><a href="${`/api/projects/${dossier.slug}/contracts`}">Contracts as JSON</a></p>`,
    },
    sheet,
  )
}

/** Whether the project has deployed contracts that the list does not have. */
function furtherOf(
  { state, observedAt }: Pick<ProjectAnswers['contracts'], 'state' | 'observedAt'>,
  sheet: Sheet,
) {
  const name = 'Further deployments'
  const shown =
    state === 'MEASURED' && observedAt !== undefined
      ? html`<span data-rule="${ruleInForce('coverage')}">${clock({ at: observedAt, as: 'age', before: 'read' }, sheet)}</span>`
      : unknownMark({ name, basis: unvalued(state) }, sheet)
  return html`<p class="note">Further deployments by its deployers: ${shown}</p>`
}

function columnsOf(sheet: Sheet): readonly Column<Contract>[] {
  return [
    {
      heading: 'Contract',
      cell: ({ contract, chainId, source }) =>
        address({
          address: contract,
          basis: source == null ? missing('NOT_RECORDED') : recorded(source.id),
          href: `/contracts/${inAttribute(chainId)}/${contract}`,
        }),
    },
    { heading: 'Role', cell: roleOf },
    { heading: 'Created', cell: (contract) => createdOf(contract, sheet) },
    { heading: 'Source code', cell: (contract) => sourceCodeOf(contract, sheet) },
    { heading: 'Calls in 7 days', numeric: true, cell: (contract) => callsOf(contract, sheet) },
  ]
}

/** The role of the contract in the project. A token that the project does not name is said not to be its own. */
function roleOf(contract: Contract): Html {
  const { role } = contract
  if (!isOtherToken(contract)) return html`${listWords(role)}`
  return html`${listWords(role)}, <span class="clock" data-rule="${ruleInForce('token.verification')}">not the one that the project names</span>`
}

/** When the contract was created, or that the chain has no contract at the address. */
function createdOf({ creation, source, noCodeAt }: Contract, sheet: Sheet): Html {
  const { state, createdAt } = creation
  if (noCodeAt !== undefined)
    return html`<span data-evidence="${inAttribute(source.id)}">no contract at this address, ${clock({ at: noCodeAt, as: 'age', before: 'read' }, sheet)}</span>`
  const name = 'Creation'
  if (createdAt === undefined || source == null) return unknownMark({ name, basis: unvalued(state) }, sheet)
  return html`<span data-evidence="${inAttribute(source.id)}">${clock({ at: createdAt, as: 'day' }, sheet)}</span>`
}

/** How the verified source matches the code. Where explorers differ, what each of them says. */
function sourceCodeOf({ contract, verifiedSource }: Contract, sheet: Sheet): Html {
  const { state, items = [] } = verifiedSource
  const [first, ...others] = items
  const name = 'Verified source code'
  if (first === undefined) {
    if (state !== 'MEASURED') return unknownMark({ name, basis: missing(state) }, sheet)
    return html`<span data-rule="${ruleInForce('coverage')}">none found</span>`
  }
  const stale = isPastTolerance(state)
  if (others.every(({ match }) => match === first.match)) {
    const basis = {
      ...recorded(first.evidenceId, first.observedAt),
      others: others.map((one) => one.evidenceId),
    }
    return figure({ name, value: first.match, stale, basis }, sheet)
  }
  const shown = items.map((one) => {
    const basis = recorded(one.evidenceId, one.observedAt)
    return figure({ name, value: one.match, unit: verifiedAt(one, contract), stale, basis }, sheet)
  })
  return html`${shown.map((one, at) => html`${at > 0 && ', '}${one}`)}`
}

function callsOf({ activity }: Contract, sheet: Sheet): Html {
  const { state, calls, evidence = [], observedAt } = activity
  const name = 'Calls in seven complete days'
  const [id] = evidence
  if (calls === undefined || id === undefined) return unknownMark({ name, basis: unvalued(state) }, sheet)
  const stale = isPastTolerance(state)
  return figure({ name, value: calls, stale, basis: recorded(id, observedAt) }, sheet)
}

/** How much the project's contracts are used. */
export function useOf(answers: ProjectAnswers, sheet: Sheet): Html {
  const { items: contracts = [] } = answers.contracts
  const { state, scope, calls, methods, from, to } = answers.snapshot.onChainUse
  const stale = isPastTolerance(state)
  const basis = noted(answers, 'onChainUse')
  const days =
    from === undefined || to === undefined || basis.kind !== 'rule'
      ? undefined
      : html` <span class="clock" data-rule="${basis.rule}">${day(from)} to ${day(to)}</span>`
  return section(
    {
      id: 'use',
      title: 'Use on the chain',
      answers: 'Does anyone call what the project built?',
      ...(state !== 'MEASURED' && {
        coverage: { state, isEvaluated: answers.dossier.asOf !== undefined },
      }),
      body: html`<dl class="list"><div><dt>Calls in seven complete days</dt><dd>${figure({ name: 'Decoded calls', value: calls, basis, stale, field: 'snapshot:onChainUse.calls' }, sheet)}${days}</dd></div>
<div><dt>Functions called</dt><dd>${figure({ name: 'Functions called', value: methods, basis, stale, field: 'snapshot:onChainUse.methods' }, sheet)}</dd></div></dl>
${contracts.some(isOtherToken) && html`<p class="warning">${OTHER_TOKEN} Calls of the registered token are counted here.</p>`}<p class="note">${scope}</p>`,
    },
    sheet,
  )
}
