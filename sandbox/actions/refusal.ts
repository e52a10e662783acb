/** The error of an action that is not possible. Nothing was changed. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type Outcome = { readonly summary: string; readonly details: Readonly<Record<string, unknown>> }
