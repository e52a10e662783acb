import { Type } from 'typebox'
import { fail } from '#contract/errors.ts'
import { CHANGE_TYPES } from '#contract/events.ts'
import { known } from '#contract/known.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { type Parameter, parsedBy, required } from '#contract/parameters/parameter.ts'
import { addDays, dateOf } from '#contract/time.ts'
import type { ServiceFacts } from '#reads/deps.ts'
import { readMonthlyReports } from '#reads/monthly-reports.ts'
import { readProjects } from '#reads/projects.ts'
import {
  deliveryPage,
  eventPage,
  languagePage,
  operationPage,
  REFERENCE_PAGE,
  valuesPage,
} from '#views/reference/addresses.ts'
import { DELIVERY_SUBJECTS, deliveryReference } from '#views/reference/delivery.ts'
import { eventReference } from '#views/reference/event.ts'
import { indexReference } from '#views/reference/index-page.ts'
import { languageReference } from '#views/reference/language.ts'
import { referenceMarkdown } from '#views/reference/markdown.ts'
import { type KnownValues, operationReference } from '#views/reference/operation.ts'
import type { ReferencePage } from '#views/reference/parts.ts'
import { valuesReference } from '#views/reference/values-page.ts'
import { definePage, type LoadDeps, OPENAPI_DESCRIPTION, type Page, pageAt } from '../page.ts'
import { referenceBody } from './parts.ts'

const operations = Object.values<Operation>(OPERATIONS)

/** A parameter of the path: a name of the reference. A name of another form is not found, like any unknown name. */
function name(expected: string): Parameter<string, 'required'> {
  const form = '^[A-Za-z0-9._-]{1,80}$'
  return required({
    schema: Type.String({ pattern: form }),
    expected,
    parse: parsedBy((text) => (new RegExp(form).test(text) ? text : undefined)),
  })
}

/** What every page of the reference has in common. */
const SHOWN = {
  head: ({ title, says, path }: ReferencePage) => ({
    title,
    description: says,
    canonical: path,
    alternates: [OPENAPI_DESCRIPTION],
  }),
  body: referenceBody,
  markdown: (page: ReferencePage, { site }: { readonly site: { readonly baseUrl: string } }) =>
    referenceMarkdown(page, site),
  shared: ({ title, says }: ReferencePage) => ({ title, lines: [says] }),
}

/** The reference: operations by group, event types, webhooks and clients. */
export const reference = definePage({
  operation: pageAt({
    name: 'reference',
    path: REFERENCE_PAGE,
    summary: 'Get the reference of the API as a page',
    input: { path: {}, query: {} },
  }),
  address: () => REFERENCE_PAGE,
  load: async (_input, { service }) => indexReference(service.documents.reference),
  ...SHOWN,
})

/** The page of an operation. */
export const referenceOperation = pageOf({
  name: 'referenceOperation',
  path: operationPage('{operationId}'),
  parameter: 'operationId',
  summary: 'Get the reference of an operation as a page',
  listed: () => operations.map(({ operationId }) => operationId),
  at: operationPage,
  async make(id, deps) {
    const operation = operations.find(({ operationId }) => operationId === id)
    if (operation === undefined) return undefined
    const values = {
      ...(await knownValues(deps)),
      ...('month' in operation.input.path && (await knownMonth(deps))),
    }
    return operationReference(operation, {
      files: deps.service.documents.reference,
      known: values,
      site: deps.site,
    })
  },
})

/** The page of an event type. */
export const referenceEvent = pageOf({
  name: 'referenceEvent',
  path: eventPage('{type}'),
  parameter: 'type',
  summary: 'Get the reference of an event type as a page',
  listed: () => CHANGE_TYPES,
  at: eventPage,
  make: async (name, { service, site }) => eventReference(name, { files: service.documents.reference, site }),
})

/** The page of a subject of webhook deliveries. */
export const referenceDelivery = pageOf({
  name: 'referenceDelivery',
  path: deliveryPage('{subject}'),
  parameter: 'subject',
  summary: 'Get the reference of webhook deliveries as a page',
  listed: () => DELIVERY_SUBJECTS.map((one) => one.name),
  at: deliveryPage,
  make: async (name, { service }) => deliveryReference(name, service.documents.reference),
})

/** The page of a language of generated clients. */
export const referenceLanguage = pageOf({
  name: 'referenceLanguage',
  path: languagePage('{language}'),
  parameter: 'language',
  summary: 'Get how to generate a client in a language as a page',
  listed: ({ documents }) => documents.reference.languages.map(({ language }) => language),
  at: languagePage,
  make: async (name, { service }) => languageReference(name, service.documents.reference),
})

/** The page of ids, times and closed lists. */
export const referenceValues = definePage({
  operation: pageAt({
    name: 'referenceValues',
    path: valuesPage(),
    summary: 'Get the values of the API as a page',
    input: { path: {}, query: {} },
  }),
  address: () => valuesPage(),
  load: async () => valuesReference(),
  ...SHOWN,
})

function pageOf<const N extends string>(of: {
  readonly name: N
  readonly path: `/${string}`
  readonly parameter: string
  readonly summary: string
  readonly listed: (service: ServiceFacts) => readonly string[]
  readonly at: (name: string) => string
  readonly make: (name: string, deps: LoadDeps) => Promise<ReferencePage | undefined>
}): Page {
  const { parameter, listed, at, make, summary, path } = of
  const input = { path: { [parameter]: name(`the name of a page of ${REFERENCE_PAGE}`) }, query: {} }
  const nameIn = (given: object) => String(Reflect.get(given, parameter))
  return definePage({
    operation: pageAt<string, typeof input>({ name: of.name as never, path, summary, input }),
    address: (given) => at(nameIn(given)),
    listed: (service) => listed(service).map(at),
    load: async (given, deps) => (await make(nameIn(given), deps)) ?? fail('not_found'),
    ...SHOWN,
  })
}

/** Values of this deployment with which a reader can try a read: a published project, its token, its newest ship. */
async function knownValues(deps: LoadDeps): Promise<KnownValues> {
  const query = {
    limit: 2,
    offset: 0,
    has: ['token', 'ship'],
    claims: 'none',
  } as const
  const { items } = await readProjects(query, deps)
  const [first] = items
  if (first === undefined) return {}
  const today = dateOf(deps.now)
  const slugs = items.map(({ slug }) => slug).join(',')
  return {
    slug: first.slug,
    project: first.slug,
    slugs,
    from: addDays(today, -7),
    to: addDays(today, -1),
    ...known({
      address: first.token?.contract,
      token: first.token?.contract,
      id: first.lastShip?.evidenceId,
    }),
  }
}

/** The newest month that has a report. */
async function knownMonth(deps: LoadDeps): Promise<KnownValues> {
  const { items } = await readMonthlyReports({}, deps)
  const [newest] = items
  return known({ month: newest?.month })
}
