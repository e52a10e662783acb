/** The fields of a message in Protocol Buffers, by their numbers. */
export type Fields = {
  readonly has: (field: number) => boolean
  readonly messages: (field: number) => readonly Fields[]
  readonly text: (field: number) => string
  /** Bytes as hexadecimal digits; empty when the field is absent. */
  readonly hex: (field: number) => string
  /** A varint or a 64-bit number. When the field is absent, 0, the default of the format. */
  readonly number: (field: number) => number
}

type Read = { readonly field: number; readonly value: Buffer | bigint; readonly end: number }

/** Reads a message. @throws Error for a wire type that no field of OTLP has */
export function fieldsOf(message: Buffer): Fields {
  const values = new Map<number, (Buffer | bigint)[]>()
  for (let at = 0; at < message.length; ) {
    const { field, value, end } = readField(message, at)
    values.set(field, [...(values.get(field) ?? []), value])
    at = end
  }
  const bytesOf = (field: number) => (values.get(field) ?? []).filter((value) => typeof value !== 'bigint')
  const last = (field: number) => bytesOf(field).at(-1) ?? Buffer.alloc(0)
  return {
    has: (field) => values.has(field),
    messages: (field) => bytesOf(field).map(fieldsOf),
    text: (field) => last(field).toString('utf8'),
    hex: (field) => last(field).toString('hex'),
    number: (field) => Number(values.get(field)?.at(-1) ?? 0),
  }
}

function readField(message: Buffer, at: number): Read {
  const key = readVarint(message, at)
  const [field, wireType] = [Number(key.value >> 3n), Number(key.value & 7n)]
  if (wireType === 0) return { field, ...readVarint(message, key.end) }
  if (wireType === 1) return { field, value: message.readBigUInt64LE(key.end), end: key.end + 8 }
  if (wireType === 5) return { field, value: BigInt(message.readUInt32LE(key.end)), end: key.end + 4 }
  if (wireType !== 2) throw new Error(`Wire type ${wireType}: expected 0, 1, 2 or 5`)
  const length = readVarint(message, key.end)
  const end = length.end + Number(length.value)
  return { field, value: message.subarray(length.end, end), end }
}

function readVarint(message: Buffer, from: number): { readonly value: bigint; readonly end: number } {
  let value = 0n
  for (let at = from; ; at += 1) {
    const byte = message.readUInt8(at)
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from))
    if (byte < 0x80) return { value, end: at + 1 }
  }
}
