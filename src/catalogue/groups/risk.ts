import { choice, date, decimal, group, identifier, instant, integer, text } from '../make-group.ts'

export const AFS_FIELDS = group(36, 'AFSFields', 'The fraud score, and what went into it.', {
  Factors: text(255, 'Codes of the factors that raised or lowered the score.'),
  HostSeverity: integer('How risky the domain of the email address is.'),
  InfoCodeString: text(1_024, 'Codes of the check’s findings about the order.'),
  IPAddress: text(45, 'IP address from which the customer ordered.', { isPersonal: true }),
  IPCountry: choice(100, 'Country of the IP address.', { isPersonal: true }),
  IPRoutingMethod: choice(50, 'How the connection from the IP address was routed.'),
  IPState: choice(100, 'State or region of the IP address.', { isPersonal: true }),
  Model: choice(100, 'Model that computed the score.'),
  Score: integer('Fraud score of the order; higher is riskier.'),
})

export const FRAUD_DECISION_EVENTS = group(
  37,
  'FraudDecisionEvents',
  'Events that the fraud check evaluated.',
  {
    EventPolicy: choice(255, 'Policy that evaluated the event.'),
    TypeofEvent: choice(100, 'What the customer did, such as a payment or a sign-in.'),
  },
  { aliases: ['DecisionManagerEvents'] },
)

export const DEVICE = group(38, 'Device', 'The device used for the payment.', {
  DeviceID: identifier(1_024, 'Number of the device used for the payment.', { isPersonal: true }),
})

export const DEVICE_FINGERPRINT_FIELDS = group(
  39,
  'DeviceFingerprintFields',
  'The customer’s device as its browser or app shows it.',
  {
    BrowserLanguage: choice(50, 'Language of the browser.'),
    DeviceLatitude: decimal('Latitude of the device, in degrees.'),
    DeviceLongitude: decimal('Longitude of the device, in degrees.'),
    'Fingerprint/DeviceFingerprint': identifier(255, 'Value that identifies the device.'),
    FlashEnabled: choice(10, 'Whether Flash ran.'),
    FlashOperatingSystem: choice(100, 'Operating system as Flash named it.'),
    FlashVersion: choice(50, 'Version of Flash.'),
    GPSAccuracy: decimal('Accuracy of the device’s location, in meters.'),
    ImagesEnabled: choice(10, 'Whether images were shown.'),
    'Jailbreak/RootPrivileges': choice(10, 'Whether the device is jailbroken or rooted.'),
    JavaScriptEnabled: choice(10, 'Whether scripts ran.'),
    ProfiledURL: text(2_048, 'URL of the page on which the device was profiled.'),
    ProxyIPAddress: text(45, 'IP address of the proxy.'),
    ProxyIPAddressActivities: text(1_024, 'Observed activities of the proxy’s IP address.'),
    ProxyServerType: choice(50, 'Type of the proxy.'),
    ScreenResolution: choice(20, 'Width and height of the screen.'),
    SmartID: identifier(255, 'Value that identifies the device without cookies.'),
    SmartIDConfidenceLevel: decimal('Confidence that the device is the same.'),
    TimeOnPage: text(50, 'How long the customer stayed on the page.'),
    TrueIPAddress: text(45, 'IP address of the device behind any proxy.'),
    TrueIPAddressActivities: text(1_024, 'Observed activities of the device’s IP address.'),
    TrueIPAddressAttributes: text(1_024, 'What is known about the device’s IP address.'),
    // Names without a meaning, which the example order that existing programs were written from has.
    ...Object.fromEntries(
      ['abcd', 'txdea1', 'txdesv', 'displayNameFinalCheck', 'SignOffFieldDMEEditNewOne', 'DMESignOffFieldEdit'].map(
        (name) => [name, text(255, `Free text named ${name}; empty unless the records of the merchant have it.`)],
      ),
    ),
  },
  { isPersonal: true },
)

export const EMAIL_RISK_FIELDS = group(
  40,
  'EmailRiskFields',
  'What is known about the email address and where it was used.',
  {
    FraudType: choice(100, 'Type of fraud associated with the email address.'),
    'IP Postal': text(20, 'Postal code of the IP address.'),
    IPCity: text(100, 'City of the IP address.'),
    IPCountry: choice(100, 'Country of the IP address.'),
    IPRegion: choice(100, 'Region of the IP address.'),
    SourceIndustry: choice(100, 'Industry that reported the fraud.', { isPersonal: false }),
  },
  { aliases: ['EmailageFields'], isPersonal: true },
)

export const MARK_AS_SUSPECT_FIELDS = group(41, 'MarkAsSuspectFields', 'Orders marked as suspect by a person.', {
  MarkingDate: instant('When the order was marked.'),
  MarkingNotes: text(4_000, 'Comments made when the order was marked.', { isPersonal: true }),
  MarkingReason: choice(255, 'Why the order was marked.'),
  MarkingUserName: choice(255, 'Person who marked the order.'),
})

export const VELOCITY_MORPHING = group(42, 'VelocityMorphing', 'Data that recurs or changes too often.', {
  FieldName: choice(255, 'Field whose values recurred or changed.'),
  InfoCode: choice(255, 'Code of the finding.'),
})

export const IDENTITY_CHECK_FIELDS = group(
  43,
  'IdentityCheckFields',
  'Results of the customer’s identity check.',
  {
    EmailDomainCreationDate: date('Day on which the domain of the email address was registered.'),
  },
  { aliases: ['WhitepagesProFields'] },
)
