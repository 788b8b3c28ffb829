package daybook.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules that app's tests hold for the other modules: what this one uses, and which jars come with it. */
class StarterTest {
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");

    /** Wall: ARCHITECTURE.md, "Modules". */
    @Test
    void itUsesOnlyWhatTheMapAllows() {
        JavaClasses starter = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("daybook.spring");

        noClasses()
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are of modules that spring may not use",
                        (JavaClass used) -> used.getPackageName().startsWith("daybook.")
                                && !used.getPackageName().matches("daybook\\.(spring|events|log|delivery)(\\..*)?")))
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(starter);
        slices().matching("(daybook.spring..)").should().beFreeOfCycles().check(starter);
    }

    @Test
    void everyJarIsOnTheListWithItsVersion() throws IOException {
        Set<String> allowed = new HashSet<>();
        for (String list : List.of("build/dependencies.csv", "build/broker-dependencies.csv")) {
            try (Stream<String> rows = Files.lines(root().resolve(list))) {
                rows.filter(row -> !row.startsWith("#"))
                        .map(row -> row.split(",", -1))
                        .forEach(row -> allowed.add(row[0] + " " + row[1]));
            }
        }

        Set<String> used = new TreeSet<>();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path file = Path.of(entry).toAbsolutePath();
            Matcher jar = JAR.matcher(file.getFileName().toString());
            if (Files.isRegularFile(file) && jar.matches() && !file.startsWith(root())) {
                used.add(jar.group(1) + " " + jar.group(2));
            }
        }

        assertThat(used).isNotEmpty();
        assertThat(allowed)
                .as(
                        "build/dependencies.csv and, for the tests' broker, build/broker-dependencies.csv: name, version, licence, reason")
                .containsAll(used);
    }

    private static Path root() {
        return Path.of(System.getProperty("daybook.root", ".."))
                .toAbsolutePath()
                .normalize();
    }
}
