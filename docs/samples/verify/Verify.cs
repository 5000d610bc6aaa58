using System;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Verify
{
    /// <summary>The signing key, the headers X-Counterbell-Timestamp and X-Counterbell-Signature, the bytes of the body.</summary>
    public static bool IsFromCounterbell(string key, string timestamp, string signature, byte[] body)
    {
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
        var signed = Encoding.UTF8.GetBytes(timestamp + ".").Concat(body).ToArray();
        var digest = new HMACSHA256(Encoding.UTF8.GetBytes(key)).ComputeHash(signed);
        var expected = "v1=" + BitConverter.ToString(digest).Replace("-", "").ToLowerInvariant();
        return CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(signature ?? ""));
    }
}
