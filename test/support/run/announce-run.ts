import type { Reporter, TestSpecification, Vitest } from 'vitest/node'

/** Minutes that a whole run takes on two cores; change it when a measured run differs by more than two. */
const MINUTES = 15

/** Prints what a whole run consists of and how long it takes; a run of chosen files or projects needs no notice. */
export class AnnounceRun implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications()
    const byProject = Map.groupBy(specifications, ({ project }) => project.name)
    if (byProject.size === 1 || specifications.length !== all?.length) return
    const parts = [...byProject].map(([name, files]) => `${name} (${files.length} files)`)
    process.stdout.write(
      `Running ${parts.join(', ')}: about ${MINUTES} minutes on two cores.\n` +
        '`npm run test:quick` runs the quick tests alone, in less than a minute.\n',
    )
  }
}
