import { DEVELOPERS_PAGE } from '../site/pages.ts'

/** The index of the reference. */
export const REFERENCE_PAGE: `/${string}` = `${DEVELOPERS_PAGE}/reference`

/** The page of an operation, by the name that clients call it by. */
export function operationPage(operationId: string): `/${string}` {
  return `${REFERENCE_PAGE}/${operationId}`
}

/** The page of an event type. */
export function eventPage(type: string): `/${string}` {
  return `${REFERENCE_PAGE}/events/${type}`
}

/** The page of a subject of webhook deliveries. */
export function deliveryPage(subject: string): `/${string}` {
  return `${REFERENCE_PAGE}/webhooks/${subject}`
}

/** The page of the clients in a language. */
export function languagePage(language: string): `/${string}` {
  return `${REFERENCE_PAGE}/clients/${language}`
}

/** The page of the values that have a form of their own, with the anchor of one of them. */
export function valuesPage(name?: string): `/${string}` {
  return `${REFERENCE_PAGE}/values${name === undefined ? '' : `#${name}`}`
}
