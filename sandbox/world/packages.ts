import type { PackagePlan } from '../cast/plan.ts'
import { DAY } from '../clock.ts'

type PublishedVersion = {
  readonly version: string
  readonly at: number
  /** The earlier version with the same content; undefined when the version has content of its own. */
  readonly contentOf?: string | undefined
}

export type Package = {
  readonly name: string
  readonly repository: string | undefined
  readonly createdAt: number
  monthlyDownloads: number
  readonly versions: PublishedVersion[]
}

export function packageOf(plan: PackagePlan, epoch: number): Package {
  const versions = plan.versions
    .map(({ version, day }) => ({ version, at: epoch + day * DAY }))
    .toSorted((a, b) => a.at - b.at)
  return {
    name: plan.name,
    repository: plan.repository,
    createdAt: versions[0]?.at ?? epoch,
    monthlyDownloads: plan.monthlyDownloads,
    versions,
  }
}
