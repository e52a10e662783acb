import type { ServiceStatus } from '#contract/shapes/status.ts'
import { readStatus } from '#reads/status.ts'
import { statusMarkdown } from '#views/status/markdown.ts'
import { serviceStatusAnswer, statusTitle } from '#views/status/words.ts'
import { html } from './markup.ts'
import { asJson, definePage, pageAt, SHIPS_FEED } from './page.ts'
import { outageDaysOf } from './status/outages.ts'
import { providersOf, troublesOf } from './status/providers.ts'
import { chainOf, ledgerOf, pipelinesOf } from './status/running.ts'

const PATH = '/status'

/** Whether today's figures are fresh: the newest reading of each provider, each pipeline, and the ledger's head. */
export const status = definePage({
  operation: pageAt({
    name: 'statusPage',
    path: PATH,
    summary: 'Get the state of the service as a page',
    input: { path: {}, query: {} },
  }),
  menu: 'Status',
  address: () => PATH,
  load: (_input, deps) => readStatus({}, deps),
  head: (service) => ({
    title: statusTitle(service),
    description: 'The age of the newest observation by provider, each pipeline, outages and the ledger.',
    canonical: PATH,
    alternates: [asJson('/api/status', 'Status as JSON'), SHIPS_FEED],
  }),
  body: (service: ServiceStatus, sheet) => html`<div class="columns">
<div class="first"><h1>Are today’s figures fresh?</h1>
<p class="lead" data-service="/api/status">${serviceStatusAnswer(service)}</p>
${providersOf(service, sheet)}</div>
<aside class="facts">${ledgerOf(service, sheet)}${chainOf(service, sheet)}</aside>
<div class="rest">${troublesOf(service, sheet)}${outageDaysOf(service, sheet)}${pipelinesOf(service, sheet)}</div>
</div>`,
  markdown: (service: ServiceStatus) => statusMarkdown(service),
  shared: (service: ServiceStatus) => ({ title: 'Service status', lines: [statusTitle(service)] }),
})
