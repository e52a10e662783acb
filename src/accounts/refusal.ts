type AccountRefusalEntry = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 503
  readonly message: string
}

/** Every refusal of the account page that the API does not have, with its HTTP status and its message. */
const ACCOUNT_REFUSALS = {
  invalid_form: {
    status: 400,
    message: 'The form is not complete. Open the page again and send it from there.',
  },
  invalid_name: { status: 400, message: 'Invalid name: expected 1 to 100 characters on one line.' },
  challenge_expired: {
    status: 400,
    message: 'This passkey was asked for too long ago, in another browser, or was sent already. Try again.',
  },
  challenge_replaced: {
    status: 400,
    message: 'This browser asked for a passkey again since, such as in another tab. Try again here.',
  },
  passkey_refused: {
    status: 400,
    message: 'This passkey could not be verified. Try again, or use another one.',
  },
  signed_out: {
    status: 401,
    message: 'You are signed out, so nothing was done. Sign in, and send the form again.',
  },
  outdated_page: {
    status: 403,
    message:
      'Nothing was done: this page is older than the last sign-in or sign-out of this browser, or the browser keeps no cookies. Open the page again.',
  },
  forged_form: {
    status: 403,
    message: 'This form was not sent from the account page. Open the page again and send it from there.',
  },
  sign_up_closed: { status: 403, message: 'Sign-up needs an invitation here. Ask the operator for one.' },
  invitation_refused: {
    status: 403,
    message:
      'This invitation is not valid: it was used, replaced or has expired. Ask the operator for a new one.',
  },
  recovery_refused: {
    status: 403,
    message: 'This recovery code is not valid. A code is valid once, until a newer one replaces it.',
  },
  not_found: { status: 404, message: 'This account has nothing at this address.' },
  passkey_taken: { status: 409, message: 'This passkey belongs to an account already. Sign in with it.' },
  passkey_limit: { status: 409, message: 'This account has the most passkeys it may. Remove one first.' },
  last_passkey: { status: 409, message: 'This is the only passkey of the account. Add another one first.' },
  key_limit: { status: 409, message: 'This account has the most valid keys it may. Revoke one first.' },
  not_redelivered: { status: 409, message: 'This delivery cannot be sent again.' },
  key_creations: { status: 429, message: 'Too many new keys: expected at most 10 an hour.' },
  sign_up_limit: { status: 429, message: 'Too many new accounts in the last 24 hours.' },
  passkeys_unavailable: {
    status: 503,
    message: 'Passkeys need an https address with a hostname. The operator sets it as BASE_URL.',
  },
} as const satisfies Readonly<Record<string, AccountRefusalEntry>>
type AccountRefusalCode = keyof typeof ACCOUNT_REFUSALS

type RefusalOptions = {
  readonly message?: string
  readonly retryAfterSeconds?: number
  /**
   * The texts that a person typed into the form, by the name of the field. The page of the refusal shows them again.
   */
  readonly typed?: TypedFields
}
export type TypedFields = readonly (readonly [name: string, text: string])[]

/** An expected refusal of the account page. */
export class AccountRefusal extends Error {
  override readonly name = 'AccountRefusal'
  readonly code: AccountRefusalCode
  readonly status: AccountRefusalEntry['status']
  /** Seconds until the action is allowed again; undefined where no wait helps. */
  readonly retryAfterSeconds: number | undefined
  readonly typed: TypedFields | undefined

  constructor(code: AccountRefusalCode, options: RefusalOptions & { readonly cause?: unknown } = {}) {
    const { message = ACCOUNT_REFUSALS[code].message, cause, retryAfterSeconds, typed } = options
    super(message, { cause })
    this.code = code
    this.status = ACCOUNT_REFUSALS[code].status
    this.retryAfterSeconds = retryAfterSeconds
    this.typed = typed
  }
}

/** Refuses an action of the account page. */
export function refuseAccount(code: AccountRefusalCode, options: RefusalOptions = {}): never {
  throw new AccountRefusal(code, options)
}
