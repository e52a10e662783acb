import { blockscoutContract } from './blockscout/contract.ts'
import { blockscoutMethodUse, type MethodUseDeps } from './blockscout/method-use.ts'
import { contractCreation, tokenCreation } from './chain/creation.ts'
import { deployerDeployments } from './chain/deployments.ts'
import { tokenLaunch } from './chain/launch-stage.ts'
import { lockerLocks } from './chain/locks.ts'
import { tokenMetadata } from './chain/metadata.ts'
import { contractProxy, tokenProxy } from './chain/proxy.ts'
import type { ChainDeps } from './chain/reading.ts'
import { tokenSignature } from './chain/signature.ts'
import { contractUpgrades, tokenUpgrades } from './chain/upgrades.ts'
import type { Collector } from './collector.ts'
import { type DexscreenerDeps, dexscreenerToken } from './dexscreener/token.ts'
import { geckoterminalRegistry } from './geckoterminal/registry.ts'
import type { GeckoterminalDeps } from './geckoterminal/rest.ts'
import { geckoterminalToken } from './geckoterminal/token.ts'
import type { GithubDeps } from './github/api.ts'
import { commits } from './github/commits.ts'
import { releases } from './github/releases.ts'
import { repository } from './github/repository.ts'
import { tags } from './github/tags.ts'
import type { SharedDeps } from './shared-requests.ts'
import { siteDeclarations } from './site/declarations.ts'
import type { SiteDeps } from './site/request.ts'
import { siteToken } from './site/token.ts'
import { type SourcifyDeps, sourcifyContract } from './sourcify/contract.ts'

/**
 * The dependencies of all collectors in a run. A collector uses some of them; add those of a new collector with `&`.
 */
export type CollectorDeps = GithubDeps &
  ChainDeps &
  MethodUseDeps &
  DexscreenerDeps &
  GeckoterminalDeps &
  SourcifyDeps &
  SiteDeps

/** All collectors. */
export const COLLECTORS: readonly Collector<CollectorDeps & SharedDeps>[] = [
  repository,
  releases,
  tags,
  commits,
  dexscreenerToken,
  geckoterminalToken,
  geckoterminalRegistry,
  blockscoutContract,
  blockscoutMethodUse,
  sourcifyContract,
  siteToken,
  siteDeclarations,
  tokenMetadata,
  tokenCreation,
  tokenProxy,
  tokenUpgrades,
  tokenLaunch,
  tokenSignature,
  contractCreation,
  contractProxy,
  contractUpgrades,
  deployerDeployments,
  lockerLocks,
]
