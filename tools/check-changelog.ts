import { loadChangelog } from '#app/files/changelog.ts'

/** Fails when CHANGELOG.md has another form than the service reads. At run time such a file is only not served. */
try {
  loadChangelog()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
