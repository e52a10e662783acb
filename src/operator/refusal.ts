/** A command that cannot be carried out; the message is one line for the operator. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export function refuse(message: string): never {
  throw new Refusal(message)
}
