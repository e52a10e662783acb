import { type RpcError, refusal } from './rpc-error.ts'

/** The media types of a question and of an answer. */
export const MODES = { text: 'text/plain', data: 'application/json' } as const
type Mode = keyof typeof MODES

const ALL: readonly Mode[] = ['text', 'data']

/** The refusal of a media type that is neither read nor answered. */
export function unsupportedType(): RpcError {
  return refusal('CONTENT_TYPE_NOT_SUPPORTED', { supported: ALL.map((mode) => MODES[mode]).join(', ') })
}

/** The modes that the client accepts; both when it names none. @throws RpcError -32005 when it accepts neither */
export function modesOf(accepted: readonly string[]): readonly Mode[] {
  if (accepted.length === 0) return ALL
  const readable = ALL.filter((mode) => accepted.some((range) => includes(range, MODES[mode])))
  if (readable.length === 0) throw unsupportedType()
  return readable
}

/** Whether a media type is the type of a mode. */
export function isOfMode(type: string, mode: Mode): boolean {
  return essenceOf(type) === MODES[mode]
}

/** Whether a media type, or a range such as text/*, includes the type. */
function includes(range: string, type: string): boolean {
  return ['*/*', type, `${type.split('/')[0]}/*`].includes(essenceOf(range))
}

function essenceOf(type: string): string {
  return String(type.split(';')[0]).trim().toLowerCase()
}
