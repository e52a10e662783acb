import { shell } from '../layout.ts'
import type { Html } from '../markup.ts'
import type { LoadDeps } from '../page.ts'
import { MENU } from '../pages.ts'
import { NO_READINGS, openIds, type Sheet } from '../sheet.ts'

/** The whole document of a page of the account. Nothing of it is for sharing, and no program has it in another form. */
export function accountDocument(
  page: { readonly title: string; readonly body: (sheet: Sheet, form: string) => Html },
  of: {
    readonly deps: Pick<LoadDeps, 'site' | 'now' | 'service'>
    readonly path: string
    readonly form: string
  },
): string {
  const { site, now, service } = of.deps
  const sheet: Sheet = {
    site,
    now,
    sandbox: service.sandbox,
    corrections: service.corrections,
    address: of.path,
    menu: MENU,
    readings: NO_READINGS,
    nextId: openIds(),
  }
  const head = {
    title: page.title,
    description: 'Passkeys, API keys and webhooks of an account.',
    canonical: '/account',
    alternates: [],
  }
  return shell(head, page.body(sheet, of.form), sheet).toString()
}
