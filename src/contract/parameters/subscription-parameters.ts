import { Type } from 'typebox'
import { nullable } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { type Form, type Parameter, parsedBy, required } from './parameter.ts'

/**
 * The id of a subscription, as create and list answered it. An id of another form is answered like an id that never
 * existed.
 */
export function subscriptionId(): Parameter<string, 'required'> {
  const pattern = '^[A-Za-z0-9_.~-]{1,100}$'
  const form = new RegExp(pattern)
  return required({
    schema: Type.String({ pattern, description: 'Id of the subscription' }),
    expected: 'the id of a subscription',
    parse: parsedBy((text) => (form.test(text) ? text : undefined)),
  })
}

const DELIVERY_CURSOR = '^d1\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const WHOLE_DELIVERY_CURSOR = new RegExp(DELIVERY_CURSOR)

/** The cursor that continues the delivery log after this delivery. */
export function deliveryCursorOf(deliveryId: string): string {
  return `d1.${deliveryId}`
}

/** A cursor of the delivery log. Its value is the id of the last delivery that the caller has. */
export function deliveryCursor(): Form<string> {
  return {
    schema: Type.String({ pattern: DELIVERY_CURSOR, description: 'Continues a list: its nextCursor' }),
    expected: 'a nextCursor of this delivery log',
    parse: parsedBy(
      (text) => (WHOLE_DELIVERY_CURSOR.test(text) ? text.slice('d1.'.length) : undefined),
      'invalid_cursor',
    ),
  }
}

/** The callback URL in a body. Its rules are judged later, so that a refusal names the rule. */
export const CallbackUrl = Type.String({
  minLength: 1,
  maxLength: LIMITS.callbackUrlLength,
  description: 'Callback URL: https, port 443, a public host name',
})

/** The types of a subscription in a body. Each is judged later, so that a refusal gives its reason. */
export const ChosenTypes = nullable(
  Type.Array(Type.String(), {
    minItems: 1,
    description: 'Event types; without it, or with null, every type that can be subscribed to',
  }),
)

/** The projects of a subscription in a body. */
export const ChosenProjects = nullable(
  Type.Array(Type.String(), {
    minItems: 1,
    description: 'Slugs of published projects; without it, or with null, every published project',
  }),
)

/** The account's own words about a subscription. */
export const SubscriptionWords = nullable(
  Type.String({
    minLength: 1,
    maxLength: LIMITS.subscriptionWords,
    description: 'Your description of the subscription',
  }),
)
