import { type Claim, type PartnerCard, Unknown } from '#client/index.ts'

/** Expressions that must not compile. The compiler reports each one that does (`@ts-expect-error`). */
export function refusedByTheCompiler(claim: Claim<number>, flag: Claim<boolean>, card: PartnerCard) {
  return [
    // @ts-expect-error a claim may be unknown: its value is not read before `known` is asked
    claim.value,
    // @ts-expect-error a claim is not a number
    claim + 1,
    // @ts-expect-error a claim has no sign
    -claim,
    // @ts-expect-error a claim is not compared
    claim > 0,
    // @ts-expect-error a claim is no number, also not zero
    claim === 0,
    // @ts-expect-error a claim is not written into a text
    `${claim} ships`,
    // @ts-expect-error a claim is not counted up
    claim + claim,
    // @ts-expect-error a claim is no positive number
    +claim,
    // @ts-expect-error a claim is not true
    flag === true,
    // @ts-expect-error a fallback of ?? does not make a number
    (claim ?? 0) satisfies number,
    // @ts-expect-error a fallback of || does not make a number
    (claim || 0) satisfies number,
    // @ts-expect-error a claim is not a boolean
    flag satisfies boolean,
    // @ts-expect-error no optional chain reaches the value
    claim?.value,
    // @ts-expect-error the ships of a card are a claim
    card.meaningful_ships_30d + 1,
    // @ts-expect-error the release of a card is a claim
    card.latest_release.title,
    // @ts-expect-error an unknown has no value
    new Unknown('NO_SOURCE', 'ships').value,
    // @ts-expect-error a list that is not known has no items
    (claim as Claim<readonly string[]>).map(String),
    // @ts-expect-error a fallback has the type that the caller names
    claim.or(null) satisfies number,
  ]
}

/** Expressions that compile: the value of a known claim, and the caller's fallback for an unknown claim. */
export function accepted(claim: Claim<number>): readonly [number | string, number | null, number] {
  const said = claim.known ? claim.value + 1 : `unknown: ${claim.reason}`
  return [said, claim.or(null), claim.or(0)]
}
