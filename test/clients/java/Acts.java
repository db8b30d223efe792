// The program of the test of the Java client. It calls a service, and runs the vectors against servers of the test.
package example.shop;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import example.keyward.ApiClient;
import example.keyward.ApiException;
import example.keyward.api.CredentialsApi;
import example.keyward.api.IdentitiesApi;
import example.keyward.model.CredentialInput;
import example.keyward.model.IdentityInput;
import example.keyward.model.IdentityType;
import example.keyward.model.Rotation;
import example.keyward.model.VerificationRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public final class Acts {
  private static final Gson GSON = new Gson();

  /** Runs one task, and prints its result as JSON. The first word names the task, and the others are paths or addresses. */
  public static void main(String[] words) throws Exception {
    Object result =
        switch (words[0]) {
          case "life" -> life(clientOf(words[1]));
          case "code" -> codeOf(new CredentialsApi(clientOf(words[1])), "kd_live_x");
          case "signatures" -> signatures(read(words[1]));
          case "keys" -> keys(read(words[1]));
          case "errors" -> errors(read(words[1]));
          case "pagination" -> pagination(read(words[1]));
          default -> throw new IllegalArgumentException(words[0]);
        };
    System.out.println(GSON.toJson(result));
  }

  private static ApiClient clientOf(String address) {
    return Keyward.client(address, System.getenv("KEYWARD_API_KEY"));
  }

  private static JsonElement read(String path) throws Exception {
    return JsonParser.parseString(Files.readString(Path.of(path)));
  }

  /** Creates, verifies, rotates and revokes a credential, walks through a list, and meets a refusal. */
  private static Map<String, Object> life(ApiClient client) throws ApiException {
    IdentitiesApi identities = new IdentitiesApi(client);
    CredentialsApi credentials = new CredentialsApi(client);
    List<String> made = new ArrayList<>();
    for (String name : List.of("one", "two", "three"))
      made.add(
          identities
              .createIdentity(new IdentityInput().name(name).type(IdentityType.CI_CD), null)
              .getId());
    var created =
        credentials.createCredential(new CredentialInput().identityId(made.get(0)).name("key"), null, null);
    List<String> codes = new ArrayList<>();
    codes.add(codeOf(credentials, created.getCredential()));
    var rotated = credentials.rotateCredential(created.getId(), null, null, null, new Rotation());
    codes.add(codeOf(credentials, rotated.getCredential()));
    credentials.revokeCredential(created.getId(), null, null, null);
    codes.add(codeOf(credentials, rotated.getCredential()));
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("codes", codes);
    result.put("made", made);
    result.put("listed", Keyward.identitiesOf(identities, 2));
    result.put("refusal", refusalOf(() -> identities.getIdentity("idn_01kahz5v3be4nr7q2m8x9c0d1e")));
    return result;
  }

  private static String codeOf(CredentialsApi credentials, String secret) throws ApiException {
    return credentials.verifyCredential(new VerificationRequest().credential(secret)).getCode().getValue();
  }

  private interface Call {
    Object send() throws ApiException;
  }

  private static Map<String, Object> refusalOf(Call call) {
    try {
      call.send();
      return Map.of();
    } catch (ApiException failure) {
      return Map.of("status", failure.getCode(), "code", Keyward.codeOf(failure));
    }
  }

  private static List<String> signatures(JsonElement file) throws GeneralSecurityException {
    JsonObject all = file.getAsJsonObject().getAsJsonObject("signatures");
    List<String> wrong = new ArrayList<>();
    for (JsonElement element : all.getAsJsonArray("vectors")) {
      JsonObject vector = element.getAsJsonObject();
      byte[] body =
          vector.has("bodyBase64")
              ? Base64.getDecoder().decode(vector.get("bodyBase64").getAsString())
              : textOf(vector, all, "body").getBytes(StandardCharsets.UTF_8);
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      vector.getAsJsonObject("headers").asMap().forEach((name, value) -> headers.put(name, value.getAsString()));
      int tolerance = vector.has("toleranceSeconds") ? vector.get("toleranceSeconds").getAsInt() : 300;
      boolean genuine =
          Webhook.isGenuine(
              body, headers, textOf(vector, all, "secret"), all.get("nowSeconds").getAsLong(), tolerance);
      // The lines of the docs do not read the body.
      boolean good = vector.get("code").isJsonNull() || vector.get("code").getAsString().equals("INVALID_BODY");
      if (genuine != good) wrong.add(vector.get("name").getAsString());
    }
    return wrong;
  }

  private static String textOf(JsonObject vector, JsonObject usual, String name) {
    return (vector.has(name) ? vector : usual).get(name).getAsString();
  }

  private static List<String> keys(JsonElement file) {
    List<String> wrong = new ArrayList<>();
    for (String list : List.of("good", "bad"))
      for (JsonElement element : file.getAsJsonObject().getAsJsonArray(list)) {
        String text = element.getAsJsonObject().get("text").getAsString();
        JsonElement kind = element.getAsJsonObject().get("kind");
        boolean isKey = list.equals("good") && kind.getAsString().equals("API_KEY");
        if (KeyFormat.isKeywardKey(text) != isKey) wrong.add(text);
      }
    return wrong;
  }

  private static Map<String, Object> errors(JsonElement file) {
    Map<String, Object> seen = new HashMap<>();
    for (JsonElement element : file.getAsJsonArray()) {
      JsonObject vector = element.getAsJsonObject();
      IdentitiesApi identities = new IdentitiesApi(clientOf(vector.get("address").getAsString()));
      seen.put(vector.get("name").getAsString(), refusalOf(() -> identities.getIdentity("idn_1")));
    }
    return seen;
  }

  private static Map<String, Object> pagination(JsonElement file) throws ApiException {
    Map<String, Object> seen = new HashMap<>();
    for (JsonElement element : file.getAsJsonArray()) {
      JsonObject vector = element.getAsJsonObject();
      IdentitiesApi identities = new IdentitiesApi(clientOf(vector.get("address").getAsString()));
      seen.put(vector.get("name").getAsString(), Keyward.identitiesOf(identities, null));
    }
    return seen;
  }

  private Acts() {}
}
