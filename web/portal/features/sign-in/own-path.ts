// pure

/** The page to open after signing in: only a path of this portal, so that a link cannot lead to another site. */
export function ownPath(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/'
}
