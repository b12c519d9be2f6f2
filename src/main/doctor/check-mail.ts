const ANSWER_MS_MAX = 5_000

/** Connects and signs in to the mail server without sending anything. */
export async function checkMail(smtpUrl: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl, {})
  Object.assign(transport.options, {
    connectionTimeout: ANSWER_MS_MAX,
    greetingTimeout: ANSWER_MS_MAX,
    socketTimeout: ANSWER_MS_MAX,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
