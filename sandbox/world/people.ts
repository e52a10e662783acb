import { numberOf } from '../random.ts'

export type Person = {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly type: 'User' | 'Bot'
  readonly id: number
}

/** The account of a login. A login that ends in `[bot]` is an app's. */
export function personOf(login: string): Person {
  const bot = login.endsWith('[bot]')
  const id = numberOf('person', login)
  const name = bot ? login : login.split('-').map(capitalised).join(' ')
  return {
    login,
    name,
    id,
    email: `${id}+${login}@users.noreply.github.example`,
    type: bot ? 'Bot' : 'User',
  }
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
