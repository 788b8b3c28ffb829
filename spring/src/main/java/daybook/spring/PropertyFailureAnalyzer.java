package daybook.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** Says of a wrong property one line instead of a trace. */
final class PropertyFailureAnalyzer extends AbstractFailureAnalyzer<PropertyException> implements Ordered {

    /** Before Spring's own, which would tell of records and constructors. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PropertyException wrong) {
        return new FailureAnalysis(wrong.getMessage(), "Correct the property.", wrong);
    }
}
