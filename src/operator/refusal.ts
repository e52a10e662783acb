/** A command the operator gave that cannot be done as given; its message is one clear line for them. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Refuses an operator's command. */
export function refuse(message: string): never {
  throw new Refusal(message)
}
