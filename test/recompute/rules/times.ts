export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function dayBegins(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}

/** The Monday of the ISO week. */
export function mondayOf(at: number): string {
  const day = Math.floor(at / DAY)
  return dayOf((day - ((day + 3) % 7)) * DAY)
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Every day from the first to the last, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = []
  for (let at = dayBegins(from); at <= dayBegins(to); at += DAY) days.push(dayOf(at))
  return days
}
