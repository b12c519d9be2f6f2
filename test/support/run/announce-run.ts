import type { Reporter, TestSpecification, Vitest } from 'vitest/node'

/** Minutes that a whole run takes on two cores; change it when a measured run differs by more than two. */
const MINUTES = 7

/** Prints how long a whole run takes; a run of chosen files needs no notice. */
export class AnnounceRun implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = await this.#vitest?.globTestSpecifications()
    if (specifications.length !== all?.length) return
    process.stdout.write(
      `Running ${all.length} files: about ${MINUTES} minutes on two cores.\n` +
        '`npm run test:quick` runs the quick tests alone, in less than a minute.\n',
    )
  }
}
