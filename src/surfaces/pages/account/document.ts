import { shell } from '../layout.ts'
import type { Html } from '../markup.ts'
import type { LoadDeps } from '../page.ts'
import { sheetOf } from '../pages.ts'
import type { Sheet } from '../sheet.ts'

/** A page of the account: `form` is the token that each of its forms carries. */
export type AccountPage = {
  readonly title: string
  readonly body: (sheet: Sheet, form: string) => Html
}

/** The whole document of a page of the account. It has no picture for sharing, and no other form for programs. */
export function accountDocument(
  page: AccountPage,
  of: {
    readonly deps: Pick<LoadDeps, 'site' | 'now' | 'service'>
    readonly path: string
    readonly form: string
  },
): string {
  const sheet = sheetOf({ address: of.path }, of.deps)
  const head = {
    title: page.title,
    description: 'Passkeys, API keys and webhooks of an account.',
    canonical: '/account',
    alternates: [],
  }
  return shell(head, page.body(sheet, of.form), sheet).toString()
}
