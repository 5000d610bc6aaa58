import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Verify {
  /** The signing key, the headers X-Counterbell-Timestamp and X-Counterbell-Signature, the bytes of the body. */
  static boolean isFromCounterbell(String key, String timestamp, String signature, byte[] body)
      throws GeneralSecurityException {
    if (timestamp == null || signature == null || !timestamp.matches("[0-9]{1,15}")) return false;
    if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA256"));
    mac.update((timestamp + ".").getBytes(UTF_8));
    String expected = "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    return MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8));
  }
}
