import { APPLICATION_NAMES } from '../application-names.ts'
import { CARD_TYPES, COMMERCE_INDICATORS } from '../code-lists.ts'
import {
  accountSuffix,
  amount,
  choice,
  code,
  country,
  currency,
  group,
  identifier,
  instant,
  text,
} from '../make-group.ts'
import {
  ADDRESS_CHECKS,
  CARD_VERIFICATIONS,
  REASON_CODES,
  RESULT_DIGITS,
  RESULT_FLAGS,
} from '../result-codes.ts'

const PERSONAL = { isPersonal: true }
const PERSONAL_AND_RARE = { isPersonal: true, isRare: true }
const RARE = { isRare: true }

export const SUBSCRIPTIONS = group(47, 'Subscriptions', 'A payment with stored payment data.', {
  Applications: code(APPLICATION_NAMES, 'Service that was asked for.', { lengthMax: 255 }),
  AuthAVSResults: code(ADDRESS_CHECKS, 'Whether the billing address fits the card.'),
  AuthCardVerificationResult: code(
    CARD_VERIFICATIONS,
    'Whether the card verification number fits the card.',
  ),
  AuthCode: identifier(50, 'Code with which the issuer authorized the payment.'),
  AuthRCode: code(RESULT_DIGITS, 'One digit that says whether the authorization succeeded.', {
    lengthMax: 12,
  }),
  AuthResponseCode: choice(
    60,
    'What the processor answered to the authorization, in its own code.',
  ),
  AuthType: choice(50, 'Way in which the authorization was got.'),
  BillToAddress1: text(255, 'Street and house number of the billing address.', PERSONAL),
  BillToAddress2: text(255, 'Second line of the billing address.', PERSONAL),
  BillToCity: text(100, 'City of the billing address.', PERSONAL),
  BillToCompanyName: text(255, 'Company for which the customer pays.', PERSONAL),
  BillToCountry: country('Country of the billing address, as a code of two letters.', PERSONAL),
  BillToEmail: identifier(255, 'Email address of the customer.', {
    isPersonal: true,
    identifies: 'email',
  }),
  BillToFirstName: identifier(100, 'First name of who pays.', PERSONAL),
  BillToLastName: identifier(100, 'Last name of who pays.', PERSONAL),
  BillToState: choice(50, 'State, province or region of the billing address.', PERSONAL),
  BillToZip: text(20, 'Postal code of the billing address.', PERSONAL),
  CardType: code(CARD_TYPES, 'Scheme of the stored card.', { lengthMax: 50 }),
  Comments: text(2_000, 'What the merchant noted about the stored data.', PERSONAL),
  ConsumerPhone: text(50, 'Phone number of the customer.', {
    isPersonal: true,
    identifies: 'phone',
  }),
  CurrencyCode: currency('Currency of the payment.'),
  CustomerCCAccountSuffix: accountSuffix('Last four digits of the stored card or account.'),
  CustomerCCExpiryMonth: choice(2, 'Month in which the stored card expires, in two digits.'),
  CustomerCCExpiryYear: choice(4, 'Year in which the stored card expires, in four digits.'),
  CustomerCCIssueNo: text(10, 'How many times the stored card was issued.', RARE),
  CustomerCCRoutingNumber: choice(20, 'Routing number of the stored bank account.', RARE),
  CustomerCCStartMonth: choice(2, 'Month from which the stored card is valid.', RARE),
  CustomerCCStartYear: choice(4, 'Year from which the stored card is valid.', RARE),
  CustomerCCSubTypeDescription: choice(100, 'Scheme of the stored card, in words.'),
  EcommerceIndicator: code(
    COMMERCE_INDICATORS,
    'By which channel the order came, and how the payer was authenticated.',
  ),
  IPAddress: text(45, 'IP address from which the customer ordered.', PERSONAL),
  MerchantDefinedData1: text(255, 'First value that the merchant defined.', PERSONAL_AND_RARE),
  MerchantDefinedData2: text(255, 'Second value that the merchant defined.', PERSONAL_AND_RARE),
  MerchantDefinedData3: text(255, 'Third value that the merchant defined.', PERSONAL_AND_RARE),
  MerchantDefinedData4: text(255, 'Fourth value that the merchant defined.', PERSONAL_AND_RARE),
  MerchantRefNo: identifier(100, 'Number by which the merchant knows the order.'),
  MerchantSecureData1: text(255, 'First value that the merchant keeps hidden.', PERSONAL_AND_RARE),
  MerchantSecureData2: text(255, 'Second value that the merchant keeps hidden.', PERSONAL_AND_RARE),
  MerchantSecureData3: text(255, 'Third value that the merchant keeps hidden.', PERSONAL_AND_RARE),
  MerchantSecureData4: text(
    2_000,
    'Fourth value that the merchant keeps hidden, which may be long.',
    PERSONAL_AND_RARE,
  ),
  PaymentProcessor: choice(100, 'Processor that carried the payment.'),
  PaymentsSuccess: choice(10, 'Whether the payment succeeded.'),
  RCode: code(RESULT_DIGITS, 'One digit that says whether the whole request succeeded.', {
    lengthMax: 12,
  }),
  RFlag: code(RESULT_FLAGS, 'One word that says how the whole request ended.', { lengthMax: 50 }),
  RMsg: text(255, 'Message that explains the flag.', { isRepetitive: true }),
  ReasonCode: code(REASON_CODES, 'Number that says how the whole request ended.', {
    lengthMax: 12,
  }),
  RequestID: identifier(26, 'Number that the service gave the payment.'),
  RequestToken: text(256, 'Token with which follow-ups to the payment were made.'),
  ShipToAddress1: text(255, 'Street and house number of the delivery address.', PERSONAL_AND_RARE),
  ShipToAddress2: text(255, 'Second line of the delivery address.', PERSONAL_AND_RARE),
  ShipToCity: text(100, 'City of the delivery address.', PERSONAL_AND_RARE),
  ShipToCompanyName: text(255, 'Company that gets the goods.', PERSONAL_AND_RARE),
  ShipToCountry: country(
    'Country of the delivery address, as a code of two letters.',
    PERSONAL_AND_RARE,
  ),
  ShipToFirstName: text(100, 'First name of who gets the goods.', PERSONAL_AND_RARE),
  ShipToLastName: text(100, 'Last name of who gets the goods.', PERSONAL_AND_RARE),
  ShipToState: choice(50, 'State, province or region of the delivery address.', PERSONAL_AND_RARE),
  ShipToZip: text(20, 'Postal code of the delivery address.', PERSONAL_AND_RARE),
  SubscriptionID: identifier(50, 'Stored payment data with which was paid.'),
  TaxAmount: amount('CurrencyCode', 'Tax on the payment.'),
  TransRefNo: identifier(60, 'Number by which the processor knows the payment.'),
  TransactionDate: instant('When the payment was made.'),
})
