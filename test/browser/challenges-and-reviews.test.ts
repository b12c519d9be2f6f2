import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { type PaymentService, startPaymentService } from '../support/apps/payment-service.ts'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import { fillCard, heading, openWindow, payButton, pays } from '../support/browser/payer-window.ts'

let service: PaymentService
const browser = fileBrowser()
beforeAll(async () => {
  service = await startPaymentService()
})

const open = (link: string, options: BrowserContextOptions = {}) => openWindow(browser(), link, options)

describe('3-D Secure', () => {
  browserTest.each([
    ['passed', 'Confirm payment', '$250.05 paid'],
    ['failed', 'Cancel', 'Amount due'],
  ])('a challenge in its frame is shown and %s', async (_, answer, title) => {
    await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
    const { id, link } = await service.newLink()
    const { page, complaints, close } = await open(link)
    await fillCard(page, '4000000000003220')
    await pays(page)
    expect(await heading(page)).toBe('Confirm your payment')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.frameLocator('iframe').getByRole('button', { name: answer }).click()
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    const { status } = await service.invoice(id)
    expect(status).toBe(answer === 'Cancel' ? 'CREATED' : 'PAID')
    if (answer === 'Cancel')
      expect(await page.locator('.notice').innerText()).toContain('could not confirm that it was you')
    expect(complaints).toEqual([])
    await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
    await close()
  })

  browserTest('a challenge works without script', async () => {
    await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
    const { link } = await service.newLink()
    const { page, close } = await open(link, { javaScriptEnabled: false })
    await fillCard(page, '4000000000003220')
    await pays(page)
    await page.frameLocator('iframe').getByRole('button', { name: 'Confirm payment' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: '$250.05 paid' }).waitFor()
    await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
    await close()
  })

  browserTest.each([
    ['4000000000003097', '$250.05 paid'],
    ['4000008260003178', 'could not confirm that it was you'],
  ])('%s needs no challenge: authentication is unavailable or fails', async (number, text) => {
    await service.changeSettings({ payerAuthenticationInInvoicing: 'enable' })
    const { page, close } = await open((await service.newLink()).link)
    await fillCard(page, number)
    await payButton(page).click()
    await page.getByText(text).first().waitFor()
    await service.changeSettings({ payerAuthenticationInInvoicing: 'disable' })
    await close()
  })
})

describe('a review', () => {
  browserTest.each([
    ['accept', 'This invoice is paid'],
    ['reject', 'Amount due'],
  ])('the page follows a review that the merchant ends with %s', async (decision, title) => {
    await service.manageFraud()
    const { id, link } = await service.newLink()
    const { page, close } = await open(link)
    await fillCard(page, '4000000000009235')
    await pays(page)
    expect(await heading(page)).toBe('Your payment is under review')
    await page.goto(link)
    expect(await heading(page)).toBe('A payment is under review')
    const { payments } = await service.call('GET', `/payments/v1/invoices/${id}/payments`)
    await service.call('POST', `/payments/v1/reviews/${payments[0].id}/${decision}`, {})
    await page.reload()
    expect(await heading(page)).toBe(title)
    await close()
  })
})
