// pure

type Place = { readonly baseUrl: string }

/** The page on which an invitation is accepted. */
export function invitationUrl({ baseUrl }: Place, token: string): string {
  return `${baseUrl}/invitation?token=${token}`
}

/** The page on which a new password is chosen. */
export function resetUrl({ baseUrl }: Place, token: string): string {
  return `${baseUrl}/reset/new?token=${token}`
}

/** The page on which a link for a new password is requested. */
export function forgottenUrl({ baseUrl }: Place): string {
  return `${baseUrl}/reset`
}

/** The link of the start banner, which signs in. */
export function sandboxUrl({ baseUrl }: Place, token: string): string {
  return `${baseUrl}/sign-in/link?token=${token}`
}

/** Whether only this machine reaches the address: elsewhere a link that signs in must not be printed. */
export function isLoopback(url: string): boolean {
  const hostname = URL.parse(url)?.hostname ?? ''
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
