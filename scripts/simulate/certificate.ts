const DER = [
  "MIIBfzCCASWgAwIBAgIUcvxGLDtiV2NFmwqka89GEzLThccwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJc2ltdWxhdGVkMCAXDTI2",
  "MTEyODEyNDcwMloYDzIxMjYxMTA0MTI0NzAyWjAUMRIwEAYDVQQDDAlzaW11bGF0ZWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC",
  "AATdlGa3+JV7ifETkg4M1bVS1gFkhRbd2NUlaWfzCNDIV5zcCp9XORYupmja6usZSsZ6zQMyjxnkU94IvAwIszR9o1MwUTAdBgNV",
  "HQ4EFgQUaToRMO0woiG5JC7baqSc39QeJ4swHwYDVR0jBBgwFoAUaToRMO0woiG5JC7baqSc39QeJ4swDwYDVR0TAQH/BAUwAwEB",
  "/zAKBggqhkjOPQQDAgNIADBFAiEA4u+s7y4biatj3wcXUTaHbwSEgpv7loTSVfxd8GaMVp0CIHRA2BOLxPsFF4rpczbcFWkFeNgU",
  "KuBa2TFxrixnnIG3",
].join("")

/** A certificate of a simulated merchant, valid until 2126. Its key was thrown away: connections are simulated. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${DER}\n-----END CERTIFICATE-----\n`
