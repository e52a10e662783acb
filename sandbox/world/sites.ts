import type { SitePlan } from '../cast/plan.ts'
import { DAY } from '../clock.ts'

export type Post = {
  readonly title: string
  readonly path: string
  readonly summary: string
  readonly at: number | undefined
}

export type Site = {
  readonly plan: SitePlan
  readonly tokenLines: string[]
  /** A section without `openedAt` exists since the beginning of the past. */
  readonly sections: { readonly path: string; readonly changedAt: number; readonly openedAt?: number }[]
  readonly links: string[]
  readonly llms: string[] | undefined
  readonly posts: Post[]
  readonly openapiPaths: string[]
  readonly securityExpiresAt: number | undefined
  /** From this time on the home page links to a new address every hour; undefined when it does not. */
  noncesSince: number | undefined
  down: boolean
}

export function siteOf(plan: SitePlan, input: { epoch: number; resolve(text: string): string }): Site {
  const { epoch } = input
  const posts = (plan.feed?.posts ?? []).map((post) => ({
    title: post.title,
    path: post.path,
    summary: post.summary,
    at: post.day === undefined ? undefined : epoch + post.day * DAY,
  }))
  return {
    plan,
    tokenLines: (plan.tokenLines ?? []).map(input.resolve),
    sections: [
      ...(plan.sections ?? []).map((path) => ({ path, changedAt: epoch - 20 * DAY })),
      ...(plan.laterSections ?? []).map(({ path, day }) => {
        const openedAt = epoch + day * DAY
        return { path, changedAt: openedAt, openedAt }
      }),
    ],
    links: [...(plan.links ?? [])],
    llms: plan.llms && [...plan.llms],
    posts,
    openapiPaths: [...(plan.openapiPaths ?? [])],
    securityExpiresAt: plan.security && epoch + plan.security.expiresDay * DAY,
    noncesSince: undefined,
    down: plan.downSince !== undefined,
  }
}
