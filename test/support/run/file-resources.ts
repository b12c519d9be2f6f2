let opened = new AsyncDisposableStack()

/** Resources that a test file must give back, last opened first: `give-back-resources.ts` does so after each file. */
export const fileResources = {
  defer(giveBack: () => unknown): void {
    opened.defer(async () => void (await giveBack()))
  },
}

export async function giveBackResources(): Promise<void> {
  const ended = opened
  opened = new AsyncDisposableStack()
  await ended.disposeAsync()
}
